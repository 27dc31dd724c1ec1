import { afterAll, describe, expect, test } from 'bun:test';
import type { AnyEndpoint, VerifiedKey } from '@plat/contracts';
import { buyerSearch } from '@plat/contracts';
import type { AppError, Exchange } from '@plat/kit';
import { SUBSCRIBER_KEY, SUBSCRIBER_KEY_ID, startTestGateway } from '../gateway.fixture.ts';
import { keyActive, keyPresent } from './authenticate.ts';
import { endpointAuthorized, subscriptionActive, userActive, userPresent } from './authorize.ts';
import { minuteLimit } from './minute-limit.ts';
import type { Passage, Stage, StageTools } from './passage.ts';

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

  /** A request that is wrong in every way is put right one step at a time; each step shows the next refusal. */
  const steps: [fix: string, apply: () => unknown, status: number, code: string][] = [
    ['nothing', () => {}, 403, 'HTTPS_REQUIRED'],
    ['HTTPS', () => Object.assign(request.headers, { 'x-forwarded-proto': 'https' }), 404, 'NOT_FOUND'],
    ['the path', () => Object.assign(request, { path: '/v1/buyer-search' }), 405, 'METHOD_NOT_ALLOWED'],
    ['the method', () => Object.assign(request, { method: 'POST' }), 401, 'API_KEY_REQUIRED'],
    ['a key that is sent', () => Object.assign(request.headers, { 'x-api-key': 'nope' }), 401, 'INVALID_API_KEY'],
    [
      'a key that is known',
      async () => {
        await key({ active: false, rate_limit: 0, subscription: 'lapsed', authorized_endpoints: [] });
        await key({ may_search_buyers: false, covered_endpoints: [], allowed_addresses: ['192.0.2.7', '10.0.0.0/8'] });
        request.headers['x-api-key'] = SUBSCRIBER_KEY;
      },
      401,
      'INVALID_API_KEY',
    ],
    ['a key that is active', () => key({ active: true }), 403, 'CALLER_ADDRESS_NOT_ALLOWED'],
    ['the address', () => key({ allowed_addresses: ['127.0.0.0/8'] }), 429, 'RATE_LIMIT_EXCEEDED'],
    ['a free minute', () => key({ rate_limit: 100 }), 403, 'SUBSCRIPTION_INACTIVE'],
    ['a subscription', () => key({ subscription: 'active' }), 403, 'ENDPOINT_NOT_AUTHORIZED'],
    ['the endpoint', () => key({ authorized_endpoints: ['buyer_search'] }), 403, 'SEAT_NOT_ALLOWED'],
    ['the seat', () => key({ may_search_buyers: true, key_kind: 'enterprise' }), 401, 'USER_REQUIRED'],
    ['a user that is sent', () => Object.assign(request.headers, { 'x-user-id': 'user-9' }), 401, 'USER_INACTIVE'],
    ['a user that is known', () => Object.assign(request.headers, { 'x-user-id': user }), 403, 'PLAN_NOT_COVERED'],
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
    test(`after ${fix} comes ${status} ${code}`, async () => {
      await apply();
      const { path, ...init } = request;
      const response = await gateway.send(path, init);
      const body = (await response.json()) as { code: string };
      expect([response.status, body.code]).toEqual([status, code]);
    });
  }
  test('after the month comes the answer', async () => {
    gateway.fake.ledger.outcome = undefined;
    const { path, ...init } = request;
    expect((await gateway.send(path, init)).status).toBe(200);
  });
});

describe('what an endpoint’s data decides', () => {
  const key: VerifiedKey = {
    key_id: 'k',
    key_kind: 'enterprise',
    company_id: 'c',
    active: true,
    rate_limit: 20,
    is_test: false,
    rate_window_seconds: 60,
    allowed_addresses: null,
    covered_endpoints: null,
    authorized_endpoints: null,
    subscription: null,
    may_search_buyers: false,
    user_known: false,
  };
  const headers: Record<string, string> = {};
  const exchange = {
    request: new Request('http://gateway.internal/'),
    setHeader: (name: string, value: string) => Object.assign(headers, { [name]: value }),
  };
  const endpointWith = (policy: Partial<AnyEndpoint['policy']>, errors: AnyEndpoint['errors'] = {}): AnyEndpoint => ({
    ...buyerSearch,
    errors,
    policy: { ...buyerSearch.policy, ...policy },
  });
  const tools = { clock: { nowMs: () => 0 } } as unknown as StageTools;
  const run = (stage: Stage, endpoint: AnyEndpoint, passage: Partial<Passage> = {}) => {
    const whole = { exchange: exchange as unknown as Exchange, endpoint, userId: null, key, ...passage };
    try {
      return stage(whole as Passage, tools) === undefined ? 'passes' : 'answers';
    } catch (error) {
      const { status, code } = error as AppError;
      return `${status} ${code}`;
    }
  };
  const account = endpointWith({ keyKinds: ['enterprise'], name: 'api_users', missingUserStatus: null });
  const inactive = { key: { ...key, active: false } };
  const cases: [name: string, outcome: () => string, expected: string][] = [
    [
      'no key where that is 400',
      () => run(keyPresent, endpointWith({ missingKeyStatus: 400 })),
      '400 API_KEY_REQUIRED',
    ],
    [
      'no key where that is 401',
      () => run(keyPresent, endpointWith({ missingKeyStatus: 401 })),
      '401 API_KEY_REQUIRED',
    ],
    ['no key where none is asked for', () => run(keyPresent, endpointWith({ missingKeyStatus: null })), 'passes'],
    [
      'no user where that is 400',
      () => run(userPresent, endpointWith({ missingUserStatus: 400 })),
      '400 USER_REQUIRED',
    ],
    [
      'no user where that is 401',
      () => run(userPresent, endpointWith({ missingUserStatus: 401 })),
      '401 USER_REQUIRED',
    ],
    ['no user on an account endpoint', () => run(userPresent, account), 'passes'],
    ['an unknown user on an account endpoint', () => run(userActive, account, { userId: 'x' }), 'passes'],
    ['a deactivated key', () => run(keyActive, account, inactive), '401 INVALID_API_KEY'],
    [
      'a deactivated key where 403 is documented',
      () => run(keyActive, endpointWith({}, { 403: ['API_KEY_DEACTIVATED'] }), inactive),
      '403 API_KEY_DEACTIVATED',
    ],
    [
      'a subscriber key on an account endpoint',
      () => run(endpointAuthorized, account, { key: { ...key, key_kind: 'subscriber' } }),
      '403 ENDPOINT_NOT_AUTHORIZED',
    ],
    ['an endpoint open to every key', () => run(endpointAuthorized, endpointWith({ name: null })), 'passes'],
    ['a seat where seats do not matter', () => run(endpointAuthorized, endpointWith({})), 'passes'],
    ['an enterprise key has no subscription of its own', () => run(subscriptionActive, endpointWith({})), 'passes'],
  ];
  for (const [name, outcome, expected] of cases) test(`${name}: ${expected}`, () => expect(outcome()).toBe(expected));

  test('whether rate headers are sent; Retry-After always is', () => {
    const minute = { allowed: false, limit: 5, windowMs: 60_000, remaining: 0, resetMs: 1_001, retryAfterMs: 1_001 };
    expect(run(minuteLimit, endpointWith({ usageHeaders: false }), { minute })).toBe('429 RATE_LIMIT_EXCEEDED');
    expect(headers).toEqual({});
    run(minuteLimit, endpointWith({ usageHeaders: true }), { minute });
    expect(headers).toEqual({
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'ratelimit-policy': '"minute";q=5;w=60',
      ratelimit: '"minute";r=0;t=2',
    });
  });
});
