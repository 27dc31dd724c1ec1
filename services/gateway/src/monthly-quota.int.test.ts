import { beforeEach, describe, expect, test } from 'bun:test';
import { AppError, RESERVATION_HEADER, Reply } from '@plat/kit';
import { RESETS_AT } from './fake-accounts.fixture.ts';
import { gateway, useGateway } from './fresh-gateway.fixture.ts';
import { ENTERPRISE_KEY, enterprise, errorOf, HERE, SEARCH, SUBSCRIBER_KEY } from './gateway.fixture.ts';

const SECONDS_TO_RESET = '2635200';
const COMP = { buyer_type: 'landlord' };
/** Long enough for concurrent requests to form batches on a slow machine. */
const INTERNAL_CALL_MS = 50;

useGateway();
beforeEach(() => {
  for (const key of [SUBSCRIBER_KEY, ENTERPRISE_KEY]) gateway.set(key, { rate_limit: 1_000 });
});

const search = (body: object = HERE, headers = {}) => gateway.post('/v1/buyer-search', body, headers);
const monthOf = ({ headers }: Response) => [
  headers.get('x-monthly-limit'),
  headers.get('x-monthly-remaining'),
  headers.get('x-monthly-reset'),
];
/** [counted, still held] */
const taken = () => [gateway.fake.ledger.count('counted'), gateway.fake.ledger.count('open')];
describe('the monthly allowance', () => {
  test('is reported with every response', async () => {
    gateway.fake.ledger.limits.autocomplete = 2;
    const first = await gateway.post('/v1/autocomplete', SEARCH);
    expect([first.status, ...monthOf(first)]).toEqual([200, '2', '1', RESETS_AT]);
    expect(first.headers.get('ratelimit-policy')).toBe('"minute";q=1000;w=60, "month";q=2;w=2678400');
    expect(first.headers.get('ratelimit')).toBe(`"minute";r=999;t=60, "month";r=1;t=${SECONDS_TO_RESET}`);
    expect(monthOf(await gateway.post('/v1/autocomplete', SEARCH))).toEqual(['2', '0', RESETS_AT]);
  });

  test('is omitted where no monthly limit applies', async () => {
    expect(monthOf(await gateway.post('/v1/autocomplete', SEARCH))).toEqual([null, null, null]);
    expect(taken()).toEqual([1, 0]);
  });

  test('returns 429 with a retry time when used up, without running the request', async () => {
    gateway.fake.ledger.limits.buyer_search = 1;
    expect((await search()).status).toBe(200);
    const refused = await search({ ...HERE, latitude: 34 });
    expect(refused.status).toBe(429);
    expect(await errorOf(refused)).toEqual({
      error: `The monthly limit of 1 counted requests is reached; it resets at ${RESETS_AT}`,
      code: 'MONTHLY_LIMIT_EXCEEDED',
      reason: 'skiptrace_limit_exceeded',
    } as never);
    expect(refused.headers.get('retry-after')).toBe(SECONDS_TO_RESET);
    expect(monthOf(refused)).toEqual(['1', '0', RESETS_AT]);
    expect(gateway.fake.forwarded).toHaveLength(1);
  });

  test('gives enterprise keys no reason when used up', async () => {
    gateway.fake.ledger.outcome = 'exhausted';
    const refused = await search(HERE, enterprise('user-1'));
    expect([refused.status, await refused.text()]).toEqual([429, expect.not.stringContaining('reason')]);
  });

  test('admits exactly its limit in a parallel burst, with fewer internal calls than requests', async () => {
    gateway.fake.ledger.limits.autocomplete = 25;
    gateway.fake.wire.accounts = async (request, next) => {
      await Bun.sleep(INTERNAL_CALL_MS);
      return next(request);
    };
    const responses = await Promise.all(Array.from({ length: 120 }, () => gateway.post('/v1/autocomplete', SEARCH)));
    const codes = responses.map(({ status }) => status);
    expect(codes.filter((status) => status === 200)).toHaveLength(25);
    expect(codes.filter((status) => status === 429)).toHaveLength(95);
    expect(taken()).toEqual([25, 0]);
    const reserving = gateway.fake.ledger.batches.filter(([what]) => what === 'reserve');
    expect(reserving.reduce((sum, [, size]) => sum + size, 0)).toBe(120);
    expect(reserving.length).toBeLessThan(60);
  });

  test('is never reserved for test keys', async () => {
    gateway.set(SUBSCRIBER_KEY, { is_test: true });
    gateway.fake.ledger.outcome = 'exhausted';
    expect((await search()).status).toBe(200);
    expect(gateway.fake.ledger.batches).toEqual([]);
  });

  test.each([
    ['not_covered', 403, 'PLAN_NOT_COVERED'],
    ['user_inactive', 401, 'USER_INACTIVE'],
    ['key_inactive', 401, 'INVALID_API_KEY'],
  ] as const)('at reservation %s gives %p %p', async (outcome, status, code) => {
    gateway.fake.ledger.outcome = outcome;
    const refused = await search(HERE, enterprise('user-1'));
    expect([refused.status, (await errorOf(refused)).code]).toEqual([status, code]);
    expect(gateway.fake.forwarded).toHaveLength(0);
  });
});

describe('counting', () => {
  test('skips failures and releases their holds before the response', async () => {
    gateway.fake.ledger.limits.buyer_search = 1;
    for (const error of [
      new AppError('ADDRESS_NOT_FOUND', 'No property has this address'),
      new AppError('UPSTREAM_ERROR', 'The lookup failed'),
      new Error('crash'),
    ]) {
      gateway.fake.investors = () => Promise.reject(error);
      const failed = await search();
      expect([failed.status >= 400, failed.headers.get('x-monthly-remaining')]).toEqual([true, '1']);
      expect(taken()).toEqual([0, 0]);
    }
    gateway.fake.investors = async () => [];
    expect((await search()).status).toBe(200);
  });

  test('skips a request refused earlier', async () => {
    for (const body of ['{', '{}', '[]']) await gateway.post('/v1/buyer-search', body);
    expect(gateway.fake.ledger.batches).toEqual([]);
  });

  test('skips a request past its deadline', async () => {
    gateway.fake.investors = async () => {
      gateway.clock.advance(30_000);
      return [];
    };
    const late = await search();
    expect([late.status, (await errorOf(late)).code]).toEqual([504, 'TIMEOUT']);
    expect(taken()).toEqual([0, 0]);
  });

  test('includes an empty buyer search', async () => {
    await search();
    expect(taken()).toEqual([1, 0]);
  });

  test('counts comps only with a result', async () => {
    expect((await gateway.post('/v1/investor-comps', HERE)).status).toBe(200);
    expect(taken()).toEqual([0, 0]);
    gateway.fake.wire.investors = async () => Response.json([COMP], { headers: { 'x-plat-result-count': '1' } });
    const counted = await gateway.post('/v1/investor-comps', HERE);
    expect([counted.status, counted.headers.get('x-plat-result-count')]).toEqual([200, null]);
    expect(taken()).toEqual([1, 0]);
  });

  test('treats comps without a reported number as an internal failure', async () => {
    gateway.fake.wire.investors = async () => Response.json([COMP]);
    expect((await gateway.post('/v1/investor-comps', HERE)).status).toBe(500);
    expect(gateway.lines.join('')).toContain('did not say how many results');
    expect(taken()).toEqual([0, 0]);
  });

  test('counts a property once after skip tracing, and each time before', async () => {
    let skiptraced = 'false';
    gateway.fake.investors = async () => new Reply([], 200, { 'x-plat-skiptraced': skiptraced });
    const body = { address: '12 W Juniper Ave, Phoenix, AZ 85013' };
    await search(body);
    skiptraced = 'true';
    for (let i = 0; i < 3; i++) expect((await search(body)).headers.get('x-plat-skiptraced')).toBeNull();
    expect(taken()).toEqual([2, 0]);
    await search({ address: '14 W Juniper Ave, Phoenix, AZ 85013' });
    expect(taken()).toEqual([3, 0]);
  });

  test('counts a location once, rounded to four decimals', async () => {
    const at = (latitude: number, longitude: number) => gateway.post('/v1/analytics-search', { latitude, longitude });
    await at(33.44841, -112.074);
    await at(33.44844, -112.07403);
    expect(taken()).toEqual([1, 0]);
    await at(33.4486, -112.074);
    expect(taken()).toEqual([2, 0]);
  });

  test('counts every success of an enterprise key for the end user, without identifying the property', async () => {
    gateway.fake.identify = () => Promise.reject(new Error('must not be asked'));
    for (let i = 0; i < 2; i++) expect((await search(HERE, enterprise('user-1'))).status).toBe(200);
    expect([...gateway.fake.ledger.holds.values()].map((hold) => [hold.user_id, hold.counted_thing])).toEqual([
      ['user-1', null],
      ['user-1', null],
    ]);
  });

  test('skips a request whose property cannot be identified, and returns that error', async () => {
    for (const [error, status] of [
      [new AppError('ADDRESS_NOT_FOUND', 'No such address'), 404],
      [new AppError('UPSTREAM_ERROR', 'The address lookup failed'), 502],
    ] as const) {
      gateway.fake.identify = () => Promise.reject(error);
      const refused = await search({ address: 'nowhere at all' });
      expect([refused.status, (await errorOf(refused)).code]).toEqual([status, error.code]);
    }
    expect(gateway.fake.ledger.batches).toEqual([]);
    expect(gateway.fake.forwarded).toEqual([]);
  });

  test('leaves an accepted background search uncounted and held', async () => {
    const pending = { search_id: '7f1d5b0c-6f0e-4a64-9d6e-0f5d7c9b1a2e', status: 'pending' };
    gateway.fake.investors = async () => new Reply(pending, 202);
    gateway.fake.ledger.limits.buyer_search = 3;
    const accepted = await search({ ...HERE, async: true });
    expect([accepted.status, ...monthOf(accepted)]).toEqual([202, '3', '2', RESETS_AT]);
    expect(taken()).toEqual([0, 1]);
    const [[id, hold] = []] = [...gateway.fake.ledger.holds];
    expect(gateway.fake.forwarded.at(-1)?.headers.get(RESERVATION_HEADER)).toBe(id!);
    const heldMs = Date.parse(hold!.expires_at) - gateway.clock.nowMs();
    expect(heldMs).toBe(23 * 3_600_000);
  });

  test('holds a background search no longer than a synchronous one until it is accepted', async () => {
    let heldMs = 0;
    gateway.fake.investors = async () => {
      const [hold] = [...gateway.fake.ledger.holds.values()];
      heldMs = Date.parse(hold!.expires_at) - gateway.clock.nowMs();
      throw new AppError('TIMEOUT', 'The search took too long');
    };
    await search({ ...HERE, async: true });
    expect(heldMs).toBe(60_000);
  });

  test('holds nothing for a background search that ended before its response', async () => {
    const pending = { search_id: '7f1d5b0c-6f0e-4a64-9d6e-0f5d7c9b1a2e', status: 'pending' };
    gateway.fake.investors = async () => {
      const [id] = [...gateway.fake.ledger.holds.keys()];
      gateway.fake.ledger.settle(id!, 'released');
      return new Reply(pending, 202);
    };
    expect((await search({ ...HERE, async: true })).status).toBe(202);
    expect(taken()).toEqual([0, 0]);
  });

  test('skips a refused background search and releases its hold', async () => {
    gateway.fake.investors = () => Promise.reject(new AppError('ADDRESS_NOT_FOUND', 'No property has this address'));
    expect((await search({ ...HERE, async: true })).status).toBe(404);
    expect(taken()).toEqual([0, 0]);
  });
});

describe('reservation holds', () => {
  test('expire soon after the deadline of a synchronous search', async () => {
    await search({ ...HERE, async: false });
    const [hold] = [...gateway.fake.ledger.holds.values()];
    expect(Date.parse(hold!.expires_at) - gateway.clock.nowMs()).toBe(60_000);
  });

  test('cannot be claimed by callers through the internal header', async () => {
    gateway.set(SUBSCRIBER_KEY, { is_test: true });
    await gateway.post('/v1/buyer-search', { ...HERE, async: true }, { [RESERVATION_HEADER]: crypto.randomUUID() });
    expect(gateway.fake.forwarded.at(-1)?.headers.get(RESERVATION_HEADER)).toBeNull();
  });
});
