import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  ENTERPRISE_KEY,
  enterprise,
  errorOf,
  HERE,
  SEARCH,
  SUBSCRIBER_KEY,
  startTestGateway,
} from './gateway.fixture.ts';

let gateway = startTestGateway();
beforeEach(async () => {
  await gateway.close();
  gateway = startTestGateway();
});
afterAll(() => gateway.close());

const outcome = async (sent: Promise<Response>) => {
  const response = await sent;
  return response.ok ? response.status : [response.status, (await errorOf(response)).code];
};
const searchFrom = (address: string) => gateway.post('/v1/autocomplete', SEARCH, { 'x-forwarded-for': address });

describe('keys limited to addresses', () => {
  const behindProxy = async () => {
    await gateway.close();
    gateway = startTestGateway({ trustedProxies: ['127.0.0.1'] });
  };
  test.each([
    ['198.51.100.4', 200],
    ['203.0.113.77', 200],
    ['2001:db8::1', 200],
    ['198.51.100.5', [403, 'CALLER_ADDRESS_NOT_ALLOWED']],
    ['198.51.100.4, 198.51.100.5', [403, 'CALLER_ADDRESS_NOT_ALLOWED']],
    ['', [403, 'CALLER_ADDRESS_NOT_ALLOWED']],
  ])('used from %p: %p', async (address, expected) => {
    await behindProxy();
    gateway.set(SUBSCRIBER_KEY, { allowed_addresses: ['198.51.100.4', '203.0.113.0/24', '2001:db8::/32'] });
    for (let i = 0; i < 3; i++) expect(await outcome(searchFrom(address))).toEqual(expected);
  });

  test('do not count calls from other addresses against the minute limit', async () => {
    await behindProxy();
    gateway.set(SUBSCRIBER_KEY, { allowed_addresses: ['198.51.100.4'] });
    for (let i = 0; i < 5; i++) {
      const refused = await searchFrom('198.51.100.5');
      expect([refused.status, refused.headers.get('x-ratelimit-limit')]).toEqual([403, null]);
    }
    expect((await searchFrom('198.51.100.4')).headers.get('x-ratelimit-remaining')).toBe('19');
  });

  test('ignore headers from untrusted proxies', async () => {
    gateway.set(SUBSCRIBER_KEY, { allowed_addresses: ['198.51.100.4'] });
    expect(await outcome(searchFrom('198.51.100.4'))).toEqual([403, 'CALLER_ADDRESS_NOT_ALLOWED']);
  });

  test('apply a changed list immediately', async () => {
    const allow = (addresses: string[] | null) => {
      gateway.set(SUBSCRIBER_KEY, { allowed_addresses: addresses });
      return gateway.epochs.advance(gateway.fake.keys.get(SUBSCRIBER_KEY)!.key_id);
    };
    const search = () => outcome(gateway.post('/v1/autocomplete', SEARCH));
    for (let i = 0; i < 3; i++) expect(await search()).toBe(200);
    await allow(['192.0.2.0/24']);
    for (let i = 0; i < 3; i++) expect(await search()).toEqual([403, 'CALLER_ADDRESS_NOT_ALLOWED']);
    await allow(['127.0.0.1']);
    expect(await search()).toBe(200);
  });
});

describe('end users', () => {
  test('get 403 only on endpoints outside their plans', async () => {
    gateway.set(ENTERPRISE_KEY, { covered_endpoints: ['autocomplete'] });
    expect(await outcome(gateway.post('/v1/autocomplete', SEARCH, enterprise('user-1')))).toBe(200);
    expect(await outcome(gateway.post('/v1/buyer-search', HERE, enterprise('user-1')))).toEqual([
      403,
      'PLAN_NOT_COVERED',
    ]);
  });
});

describe('keys of the earlier API', () => {
  test('are refused on every other endpoint', async () => {
    gateway.set(SUBSCRIBER_KEY, { key_kind: 'legacy_search', subscription: null });
    for (const [path, body] of [
      ['/v1/autocomplete', SEARCH],
      ['/v1/buyer-search', HERE],
      ['/v1/api-users', { user_id: 'u' }],
    ] as const) {
      expect(await outcome(gateway.post(path, body))).toEqual([403, 'ENDPOINT_NOT_AUTHORIZED']);
    }
  });

  test('have a limit per second', async () => {
    gateway.set(SUBSCRIBER_KEY, { rate_limit: 2, rate_window_seconds: 1 });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await gateway.post('/v1/autocomplete', SEARCH)).status);
    const refused = await gateway.post('/v1/autocomplete', SEARCH);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await errorOf(refused)).error).toContain('2 requests per second');
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': '1',
      'ratelimit-policy': '"second";q=2;w=1',
      ratelimit: '"second";r=0;t=1',
    });
    gateway.clock.advance(1_000);
    expect((await gateway.post('/v1/autocomplete', SEARCH)).status).toBe(200);
  });
});

describe('account endpoints', () => {
  test('require an enterprise key and no end user', async () => {
    const create = (headers = {}) => outcome(gateway.post('/v1/api-users', { user_id: 'u' }, headers));
    expect(await create(enterprise())).toBe(201);
    expect(await create(enterprise('nobody'))).toBe(201);
    expect(await create()).toEqual([403, 'ENDPOINT_NOT_AUTHORIZED']);
    gateway.set(ENTERPRISE_KEY, { authorized_endpoints: ['buyer_search'] });
    await gateway.epochs.advance(gateway.fake.keys.get(ENTERPRISE_KEY)!.key_id);
    expect(await create(enterprise())).toEqual([403, 'ENDPOINT_NOT_AUTHORIZED']);
  });

  test('answer on both paths; credentials carry no usage headers', async () => {
    for (const path of ['/v1/api-credentials', '/functions/v1/api-credentials']) {
      const response = await gateway.send(path, { headers: enterprise() });
      expect([response.status, await response.json()]).toEqual([200, gateway.fake.account]);
      expect([...response.headers.keys()].filter((name) => /ratelimit|monthly/.test(name))).toEqual([]);
    }
  });

  test('return 403 for a deactivated key and 401 for an unknown one', async () => {
    const read = (headers: Record<string, string>) => outcome(gateway.send('/v1/api-credentials', { headers }));
    expect(await read({})).toEqual([401, 'API_KEY_REQUIRED']);
    expect(await read({ 'x-api-key': 'nope' })).toEqual([401, 'INVALID_API_KEY']);
    gateway.set(SUBSCRIBER_KEY, { active: false });
    expect(await read({ 'x-api-key': SUBSCRIBER_KEY })).toEqual([403, 'API_KEY_DEACTIVATED']);
  });

  test('do not pass an unchecked end user to services', async () => {
    let userId: string | null = 'unset';
    gateway.fake.createApiUser = async ({ principal, body }) => {
      userId = principal.userId;
      return { user_id: body.user_id, active: true, created_at: '2026-03-01T12:00:00.000Z' };
    };
    await gateway.post('/v1/api-users', { user_id: 'u' }, enterprise('somebody'));
    expect(userId).toBeNull();
  });
});
