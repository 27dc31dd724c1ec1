import { describe, expect, test } from 'bun:test';
import { PUBLIC_ENDPOINTS } from '@plat/contracts';
import { gateway, useGateway } from './fresh-gateway.fixture.ts';
import { ENTERPRISE_KEY, errorOf, SEARCH, SUBSCRIBER_KEY } from './gateway.fixture.ts';

useGateway();

const ask = (headers: Record<string, string>, path = '/v1/autocomplete') =>
  gateway.send(path, { method: 'POST', headers, body: JSON.stringify(SEARCH) });
const outcome = async (headers: Record<string, string>) => {
  const response = await ask(headers);
  return response.ok ? response.status : `${response.status} ${(await errorOf(response)).code}`;
};

describe('a bearer token', () => {
  test.each(['Bearer', 'bearer', 'BEARER'])('is accepted like x-api-key: %s', async (scheme) => {
    expect(await outcome({ authorization: `${scheme} ${SUBSCRIBER_KEY}` })).toBe(200);
    expect(await outcome({ authorization: `${scheme}   ${SUBSCRIBER_KEY}  ` })).toBe(200);
  });

  test('shares the minute limit and key lookups with x-api-key', async () => {
    await ask({ 'x-api-key': SUBSCRIBER_KEY });
    await ask({ 'x-api-key': SUBSCRIBER_KEY });
    const response = await ask({ authorization: `Bearer ${SUBSCRIBER_KEY}` });
    expect(response.headers.get('x-ratelimit-remaining')).toBe('17');
    expect(gateway.fake.verified).toHaveLength(2);
  });

  test('may accompany the same key in x-api-key', async () => {
    expect(await outcome({ 'x-api-key': SUBSCRIBER_KEY, authorization: `Bearer ${SUBSCRIBER_KEY}` })).toBe(200);
  });

  test.each(['', '   '])('is used when x-api-key is blank: %p', async (blank) => {
    expect(await outcome({ 'x-api-key': blank, authorization: `Bearer ${SUBSCRIBER_KEY}` })).toBe(200);
  });

  test('is 400 before any lookup if it differs from x-api-key', async () => {
    for (const other of [ENTERPRISE_KEY, 'plat_sub_nope']) {
      const response = await ask({ 'x-api-key': SUBSCRIBER_KEY, authorization: `Bearer ${other}` });
      const { error, code } = await errorOf(response);
      expect([response.status, code]).toEqual([400, 'CONFLICTING_CREDENTIALS']);
      expect(error).toContain('x-api-key');
      expect(error).not.toMatch(/plat_/);
    }
    expect(gateway.fake.verified).toEqual([]);
    expect(gateway.lines.join('')).not.toMatch(/plat_(sub|ent)_/);
  });

  test('is documented beside x-api-key on every endpoint that can refuse a key', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the test walks a JSON document
    const document = (await (await gateway.send('/docs/json')).json()) as any;
    expect(document.components.securitySchemes.bearerKey).toMatchObject({ type: 'http', scheme: 'bearer' });
    for (const { policy, errors, operation } of PUBLIC_ENDPOINTS) {
      expect([operation, errors[400]?.includes('CONFLICTING_CREDENTIALS') ?? false]).toEqual([
        operation,
        policy.missingKeyStatus !== null,
      ]);
    }
    expect(document.paths['/v1/autocomplete'].post.security).toContainEqual({ bearerKey: [] });
    expect(document.paths['/v1/autocomplete'].post.security).toContainEqual({ bearerKey: [], endUser: [] });
  });

  test.each(['Basic cGxhdDp4', 'Bearer', 'Bearer ', SUBSCRIBER_KEY])('is not read from %p', async (authorization) => {
    expect(await outcome({ authorization })).toBe('401 API_KEY_REQUIRED');
    expect(await outcome({ authorization, 'x-api-key': SUBSCRIBER_KEY })).toBe(200);
  });

  test('is 401 with an unknown key and counts as a guess', async () => {
    const guesses = Array.from({ length: 120 }, (_, i) => outcome({ authorization: `Bearer plat_sub_guess_${i}` }));
    expect((await Promise.all(guesses))[0]).toBe('401 INVALID_API_KEY');
    expect((await ask({ authorization: 'Bearer plat_sub_guess_more' })).status).toBe(429);
    expect(await outcome({ authorization: `Bearer ${SUBSCRIBER_KEY}` })).toBe(200);
  });

  test('never reaches a service or the log', async () => {
    let seen: string[] = [];
    gateway.fake.geo = async ({ request }) => {
      seen = [...request.headers.values()];
      return [];
    };
    await ask({ authorization: `Bearer ${SUBSCRIBER_KEY}` });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((value) => value.includes(SUBSCRIBER_KEY))).toEqual([]);
    expect(gateway.lines.join('')).not.toContain(SUBSCRIBER_KEY);
  });
});
