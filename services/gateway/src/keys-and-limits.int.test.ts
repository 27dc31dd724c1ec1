import { describe, expect, test } from 'bun:test';
import { gateway, useGateway } from './fresh-gateway.fixture.ts';
import {
  ENTERPRISE_KEY,
  enterprise,
  errorOf,
  HERE,
  SEARCH,
  SUBSCRIBER_KEY,
  SUBSCRIBER_KEY_ID,
  startTestGateway,
} from './gateway.fixture.ts';

useGateway();

describe('API keys', () => {
  const status = async (headers = {}) => (await gateway.post('/v1/autocomplete', SEARCH, headers)).status;

  test('are cached between requests and verified again after a few seconds', async () => {
    for (let i = 0; i < 6; i++) expect(await status()).toBe(200);
    expect(gateway.fake.verified.length).toBe(2);
  });
  test('are cached without impossible end users, however many are named', async () => {
    for (let i = 0; i < 6; i++) expect(await status(enterprise(`${'u'.repeat(300)}${i}`))).toBe(401);
    expect(gateway.fake.verified.length).toBe(2);
  });
  test('stop working immediately after revocation', async () => {
    for (let i = 0; i < 4; i++) expect(await status()).toBe(200);
    gateway.set(SUBSCRIBER_KEY, { active: false });
    await gateway.epochs.advance(SUBSCRIBER_KEY_ID);
    expect(await status()).toBe(401);
    gateway.set(SUBSCRIBER_KEY, { active: true });
    await gateway.epochs.advance(SUBSCRIBER_KEY_ID);
    expect(await status()).toBe(200);
  });
  test('are not cached under a new epoch if it changes during verification', async () => {
    expect(await status()).toBe(200);
    gateway.fake.wire.accounts = async () => {
      const stale = { ...gateway.fake.keys.get(SUBSCRIBER_KEY)! };
      gateway.set(SUBSCRIBER_KEY, { active: false });
      await gateway.epochs.advance(SUBSCRIBER_KEY_ID);
      delete gateway.fake.wire.accounts;
      return Response.json({ key: stale });
    };
    expect(await status()).toBe(200);
    expect(await status()).toBe(401);
  });
  test('are verified on every request while epochs cannot be read', async () => {
    const { close, ...away } = startTestGateway({
      epochs: { current: () => Promise.reject(new Error('away')), advance: async () => {}, close: async () => {} },
    });
    for (let i = 0; i < 3; i++) expect((await away.post('/v1/autocomplete', SEARCH)).status).toBe(200);
    expect(away.fake.verified).toHaveLength(3);
    await close();
  });
  test('are looked up rarely if they do not exist', async () => {
    for (let i = 0; i < 3; i++) expect(await status({ 'x-api-key': 'plat_sub_guess' })).toBe(401);
    expect(gateway.fake.verified).toEqual(['unknown']);
  });
  test('keep their end users apart', async () => {
    for (let i = 0; i < 3; i++) {
      expect(await status(enterprise('user-1'))).toBe(200);
      expect(await status(enterprise('user-2'))).toBe(401);
    }
  });
});

describe('the minute limit', () => {
  test('admits exactly the limit in a parallel burst and tells the rest when to retry', async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, () => gateway.post('/v1/autocomplete', SEARCH)));
    const refused = responses.filter((response) => response.status === 429);
    expect(responses.filter((response) => response.status === 200)).toHaveLength(20);
    expect(refused).toHaveLength(10);
    const body = await errorOf(refused[0]!);
    expect(body.code).toBe('RATE_LIMIT_EXCEEDED');
    expect(body.error).toContain('20 requests per minute');
    expect(Object.fromEntries(refused[0]!.headers)).toMatchObject({
      'retry-after': '60',
      'x-ratelimit-limit': '20',
      'x-ratelimit-remaining': '0',
    });
    gateway.clock.advance(60_000);
    expect((await gateway.post('/v1/autocomplete', SEARCH)).status).toBe(200);
  });
  test('counts failed requests across endpoints, but not refused ones', async () => {
    const remaining = async (path: string, body: unknown) =>
      (await gateway.post(path, body)).headers.get('x-ratelimit-remaining');
    expect(await remaining('/v1/autocomplete', SEARCH)).toBe('19');
    expect(await remaining('/v1/autocomplete', '{')).toBe('18');
    expect(await remaining('/v1/buyer-search', {})).toBe('17');
    gateway.fake.investors = () => Promise.reject(new Error('crash'));
    expect(await remaining('/v1/buyer-search', HERE)).toBe('16');
    gateway.set(SUBSCRIBER_KEY, { authorized_endpoints: [] });
    await gateway.epochs.advance(SUBSCRIBER_KEY_ID);
    expect(await remaining('/v1/buyer-search', HERE)).toBe('15');
  });
  test('is shared by all end users of the key', async () => {
    gateway.set(ENTERPRISE_KEY, { rate_limit: 3 });
    gateway.fake.knownUsers.add('user-2');
    const statuses = [];
    for (const user of ['user-1', 'user-2', 'user-1', 'user-2']) {
      statuses.push((await gateway.post('/v1/autocomplete', SEARCH, enterprise(user))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
  test('ignores requests without a known key', async () => {
    for (let i = 0; i < 5; i++) await gateway.post('/v1/autocomplete', SEARCH, { 'x-api-key': 'nope' });
    const response = await gateway.post('/v1/autocomplete', SEARCH);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('19');
  });
});

describe('the edge', () => {
  test('refuses bursts with plain text and no rate limit headers', async () => {
    let last = new Response();
    for (let i = 0; i < 201; i++) last = await gateway.post('/v1/autocomplete', SEARCH);
    expect(last.status).toBe(429);
    expect(last.headers.get('content-type')).toStartWith('text/plain');
    expect(last.headers.get('x-ratelimit-limit')).toBeNull();
    expect(last.headers.get('retry-after')).toBe('10');
    gateway.clock.advance(10_000);
    expect((await gateway.post('/v1/autocomplete', SEARCH)).headers.get('content-type')).toContain('json');
  });
  test("does not mistake a large key's first burst for an attack", async () => {
    gateway.set(SUBSCRIBER_KEY, { rate_limit: 1_000 });
    const burst = Array.from({ length: 400 }, async () => (await gateway.post('/v1/autocomplete', SEARCH)).status);
    expect(new Set(await Promise.all(burst))).toEqual(new Set([200]));
  });
  test('rejects plain HTTP with 403, unknown paths included, but allows health checks', async () => {
    const { close, ...strict } = startTestGateway({ requireHttps: true });
    for (const path of ['/v1/autocomplete', '/v1/nothing']) {
      const response = await strict.post(path, SEARCH);
      expect([response.status, (await errorOf(response)).code]).toEqual([403, 'HTTPS_REQUIRED']);
    }
    expect((await strict.send('/health')).status).toBe(200);
    await close();
  });
  test('trusts X-Forwarded-Proto from trusted proxies only', async () => {
    const https = { 'x-forwarded-proto': 'https' };
    const untrusting = startTestGateway({ requireHttps: true, trustedProxies: ['10.0.0.0/8'] });
    expect((await untrusting.post('/v1/autocomplete', SEARCH, https)).status).toBe(403);
    await untrusting.close();
    const trusting = startTestGateway({ requireHttps: true, trustedProxies: ['127.0.0.1'] });
    expect((await trusting.post('/v1/autocomplete', SEARCH, https)).status).toBe(200);
    expect((await trusting.post('/v1/autocomplete', SEARCH, { 'x-forwarded-proto': 'http' })).status).toBe(403);
    expect((await trusting.post('/v1/autocomplete', SEARCH)).status).toBe(403);
    await trusting.close();
  });
});
