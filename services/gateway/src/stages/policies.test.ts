import { describe, expect, test } from 'bun:test';
import type { AnyEndpoint, VerifiedKey } from '@plat/contracts';
import { buyerSearch } from '@plat/contracts';
import type { AppError, Exchange } from '@plat/kit';
import { keyActive, keyPresent } from './authenticate.ts';
import { endpointAuthorized, subscriptionActive, userActive, userPresent } from './authorize.ts';
import { minuteLimit } from './minute-limit.ts';
import type { Passage, Stage, StageTools } from './passage.ts';

describe('endpoint policies', () => {
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

  test('sends rate limit headers only where the endpoint has usage headers', () => {
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
