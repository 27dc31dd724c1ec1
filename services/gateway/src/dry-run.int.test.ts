import { describe, expect, test } from 'bun:test';
import { DryRunAnswer } from '@plat/contracts';
import { AppError } from '@plat/kit';
import { Value } from '@sinclair/typebox/value';
import { RESETS_AT } from './fake-accounts.fixture.ts';
import { gateway, useGateway } from './fresh-gateway.fixture.ts';
import { enterprise, errorOf, HERE, SEARCH, SUBSCRIBER_KEY } from './gateway.fixture.ts';

useGateway();

const DRY = { 'x-dry-run': 'true' };
const dry = async (path: string, body: object, headers = {}) => {
  const response = await gateway.post(path, body, { ...DRY, ...headers });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
};

describe('dry runs', () => {
  test('report what a success would count, and count nothing', async () => {
    gateway.fake.ledger.limits.autocomplete = 5;
    for (const value of ['true', 'TRUE', ' true ']) {
      const { status, body, headers } = await dry('/v1/autocomplete', SEARCH, { 'x-dry-run': value });
      expect([status, body]).toEqual([
        200,
        { would_count: true, counted_before: false, limit: 5, remaining: 5, resets_at: RESETS_AT },
      ]);
      expect(Value.Check(DryRunAnswer, body)).toBe(true);
      expect(headers.get('x-ratelimit-remaining')).not.toBeNull();
      expect([headers.get('x-monthly-limit'), headers.get('x-monthly-remaining')]).toEqual(['5', '5']);
    }
    expect(gateway.fake.forwarded).toEqual([]);
    expect(gateway.fake.ledger.holds.size).toBe(0);
  });

  test('count against the minute limit', async () => {
    await dry('/v1/autocomplete', SEARCH);
    const { headers } = await gateway.post('/v1/autocomplete', SEARCH);
    expect(headers.get('x-ratelimit-remaining')).toBe('18');
  });

  test('report things that were already counted', async () => {
    await gateway.post('/v1/analytics-search', HERE);
    expect((await dry('/v1/analytics-search', HERE)).body).toMatchObject({ would_count: false, counted_before: true });
    const elsewhere = await dry('/v1/analytics-search', { ...HERE, latitude: 34 });
    expect(elsewhere.body).toMatchObject({ would_count: true, counted_before: false });
  });

  test('return 200 when the allowance is used up', async () => {
    gateway.fake.ledger.limits.autocomplete = 1;
    await gateway.post('/v1/autocomplete', SEARCH);
    expect(await dry('/v1/autocomplete', SEARCH)).toMatchObject({
      status: 200,
      body: { would_count: true, limit: 1, remaining: 0 },
    });
  });

  test('are refused like the real request', async () => {
    const refusal = async (body: object, headers = {}) => (await dry('/v1/buyer-search', body, headers)).body.code;
    expect(await refusal({})).toBe('VALIDATION_ERROR');
    expect(await refusal(HERE, { 'x-api-key': 'nope' })).toBe('INVALID_API_KEY');
    gateway.fake.identify = () => Promise.reject(new AppError('ADDRESS_NOT_FOUND', 'No such address'));
    expect(await refusal({ address: 'nowhere at all' })).toBe('ADDRESS_NOT_FOUND');
    gateway.fake.ledger.limits.buyer_search = 0;
    expect(await refusal(HERE, enterprise('user-1'))).toBe('PLAN_NOT_COVERED');
  });

  test('reject an ambiguous X-Dry-Run value instead of running the request', async () => {
    for (const value of ['yes', '1', '']) {
      const response = await gateway.post('/v1/autocomplete', SEARCH, { 'x-dry-run': value });
      expect([response.status, (await errorOf(response)).fields]).toEqual([
        400,
        [{ field: 'X-Dry-Run', problem: 'must be true or false' }],
      ]);
    }
    expect(gateway.fake.forwarded).toEqual([]);
    expect((await gateway.post('/v1/autocomplete', SEARCH, { 'x-dry-run': 'false' })).status).toBe(200);
  });

  test('are ignored by endpoints that read without counting', async () => {
    for (const value of ['true', 'yes', '1', '']) {
      const headers = { 'x-api-key': SUBSCRIBER_KEY, 'x-dry-run': value };
      const { status } = await gateway.send('/v1/webhook-settings', { headers });
      expect([value, status]).not.toEqual([value, 400]);
    }
  });

  test('are rejected by endpoints that change data without counting', async () => {
    const response = await gateway.post('/v1/api-users', { user_id: 'u' }, { ...enterprise(), ...DRY });
    expect([response.status, (await errorOf(response)).error]).toEqual([
      400,
      'X-Dry-Run is not offered by this endpoint, which is never counted',
    ]);
    expect(gateway.fake.forwarded).toEqual([]);
  });

  test('count nothing with a test key', async () => {
    gateway.set(SUBSCRIBER_KEY, { is_test: true });
    gateway.fake.ledger.outcome = 'free';
    expect((await dry('/v1/autocomplete', SEARCH)).body).toMatchObject({ would_count: false });
  });
});
