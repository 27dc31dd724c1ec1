import { afterAll, describe, expect, test } from 'bun:test';
import type { VerifiedKey } from '@plat/contracts';
import { SUBSCRIBER_KEY, SUBSCRIBER_KEY_ID, startTestGateway } from '../gateway.fixture.ts';

describe('the order of the checks', () => {
  const gateway = startTestGateway({ requireHttps: true, trustedProxies: ['127.0.0.1'] });
  afterAll(() => gateway.close());
  const user = 'user-1';
  const request = {
    path: '/v1/nothing',
    method: 'DELETE',
    headers: { 'x-forwarded-proto': 'http', 'content-type': 'application/json' } as Record<string, string>,
    body: '{"radius_miles":"far"',
  };
  const key = (changes: Partial<VerifiedKey>) => {
    gateway.set(SUBSCRIBER_KEY, changes);
    return gateway.epochs.advance(SUBSCRIBER_KEY_ID);
  };

  /**
   * Starts with a request that is wrong in every way and fixes one fault per step; each step shows the next
   * refusal.
   */
  const steps: [fix: string, apply: () => unknown, status: number, code: string][] = [
    ['nothing', () => {}, 403, 'HTTPS_REQUIRED'],
    ['HTTPS', () => Object.assign(request.headers, { 'x-forwarded-proto': 'https' }), 404, 'NOT_FOUND'],
    ['the path', () => Object.assign(request, { path: '/v1/buyer-search' }), 405, 'METHOD_NOT_ALLOWED'],
    ['the method', () => Object.assign(request, { method: 'POST' }), 401, 'API_KEY_REQUIRED'],
    ['sending a key', () => Object.assign(request.headers, { 'x-api-key': 'nope' }), 401, 'INVALID_API_KEY'],
    [
      'a known key',
      async () => {
        await key({ active: false, rate_limit: 0, subscription: 'lapsed', authorized_endpoints: [] });
        await key({ may_search_buyers: false, covered_endpoints: [], allowed_addresses: ['192.0.2.7', '10.0.0.0/8'] });
        request.headers['x-api-key'] = SUBSCRIBER_KEY;
      },
      401,
      'INVALID_API_KEY',
    ],
    ['an active key', () => key({ active: true }), 403, 'CALLER_ADDRESS_NOT_ALLOWED'],
    ['the address', () => key({ allowed_addresses: ['127.0.0.0/8'] }), 429, 'RATE_LIMIT_EXCEEDED'],
    ['a free minute', () => key({ rate_limit: 100 }), 403, 'SUBSCRIPTION_INACTIVE'],
    ['a subscription', () => key({ subscription: 'active' }), 403, 'ENDPOINT_NOT_AUTHORIZED'],
    ['the endpoint', () => key({ authorized_endpoints: ['buyer_search'] }), 403, 'SEAT_NOT_ALLOWED'],
    ['the seat', () => key({ may_search_buyers: true, key_kind: 'enterprise' }), 401, 'USER_REQUIRED'],
    ['sending a user', () => Object.assign(request.headers, { 'x-user-id': 'user-9' }), 401, 'USER_INACTIVE'],
    ['a known user', () => Object.assign(request.headers, { 'x-user-id': user }), 403, 'PLAN_NOT_COVERED'],
    ['a plan', () => key({ covered_endpoints: ['buyer_search'] }), 400, 'INVALID_REQUEST_BODY'],
    ['the JSON', () => Object.assign(request, { body: '{"radius_miles":"far"}' }), 400, 'VALIDATION_ERROR'],
    [
      'the values',
      () => {
        gateway.fake.wire.accounts = (sent, next) =>
          sent.url.includes('/idempotency/begin') ? Promise.resolve(Response.json({ state: 'in_flight' })) : next(sent);
        gateway.fake.ledger.outcome = 'not_covered';
        Object.assign(request.headers, { 'idempotency-key': 'k', 'x-dry-run': 'perhaps' });
        request.body = '{"latitude":33,"longitude":-112}';
      },
      400,
      'VALIDATION_ERROR',
    ],
    ['the dry run', () => Object.assign(request.headers, { 'x-dry-run': 'false' }), 409, 'IDEMPOTENCY_IN_FLIGHT'],
    ['a request that ended', () => delete gateway.fake.wire.accounts, 403, 'PLAN_NOT_COVERED'],
    [
      'the reservation',
      () => {
        gateway.fake.ledger.outcome = 'exhausted';
        request.headers['idempotency-key'] = 'another';
      },
      429,
      'MONTHLY_LIMIT_EXCEEDED',
    ],
  ];
  for (const [fix, apply, status, code] of steps) {
    test(`after ${fix}: ${status} ${code}`, async () => {
      await apply();
      const { path, ...init } = request;
      const response = await gateway.send(path, init);
      const body = (await response.json()) as { code: string };
      expect([response.status, body.code]).toEqual([status, code]);
    });
  }
  test('the response follows the monthly limit', async () => {
    gateway.fake.ledger.outcome = undefined;
    const { path, ...init } = request;
    expect((await gateway.send(path, init)).status).toBe(200);
  });
});
