import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { AppError, Reply } from '@plat/kit';
import { RESETS_AT } from './fake-accounts.fixture.ts';
import {
  ENTERPRISE_KEY,
  enterprise,
  errorOf,
  HERE,
  SEARCH,
  SUBSCRIBER_KEY,
  startTestGateway,
} from './gateway.fixture.ts';

const SECONDS_TO_RESET = '2635200';
const COMP = { buyer_type: 'landlord' };

let gateway = startTestGateway();
beforeEach(async () => {
  await gateway.close();
  gateway = startTestGateway();
  for (const key of [SUBSCRIBER_KEY, ENTERPRISE_KEY]) gateway.set(key, { rate_limit: 1_000 });
});
afterAll(() => gateway.close());

const search = (body: object = HERE, headers = {}) => gateway.post('/v1/buyer-search', body, headers);
const monthOf = ({ headers }: Response) => [
  headers.get('x-monthly-limit'),
  headers.get('x-monthly-remaining'),
  headers.get('x-monthly-reset'),
];
/** [counted, still held] */
const taken = () => [gateway.fake.ledger.count('counted'), gateway.fake.ledger.count('open')];
/** Fails what accounts is asked under a path, so many times. */
const breakAccounts = (path: string, times = Number.POSITIVE_INFINITY) => {
  let left = times;
  gateway.fake.wire.accounts = (request, next) =>
    request.url.includes(path) && left-- > 0 ? Promise.reject(new Error('connection lost')) : next(request);
};

describe('the monthly allowance', () => {
  test('is told with every answer, after this request', async () => {
    gateway.fake.ledger.limits.autocomplete = 2;
    const first = await gateway.post('/v1/autocomplete', SEARCH);
    expect([first.status, ...monthOf(first)]).toEqual([200, '2', '1', RESETS_AT]);
    expect(first.headers.get('ratelimit-policy')).toBe('"minute";q=1000;w=60, "month";q=2;w=2678400');
    expect(first.headers.get('ratelimit')).toBe(`"minute";r=999;t=60, "month";r=1;t=${SECONDS_TO_RESET}`);
    expect(monthOf(await gateway.post('/v1/autocomplete', SEARCH))).toEqual(['2', '0', RESETS_AT]);
  });

  test('is not spoken of where no monthly limit applies', async () => {
    expect(monthOf(await gateway.post('/v1/autocomplete', SEARCH))).toEqual([null, null, null]);
    expect(taken()).toEqual([1, 0]);
  });

  test('used up is 429 with when to come back, and the request does not run', async () => {
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

  test('used up gives no reason to an enterprise key', async () => {
    gateway.fake.ledger.outcome = 'exhausted';
    const refused = await search(HERE, enterprise('user-1'));
    expect([refused.status, await refused.text()]).toEqual([429, expect.not.stringContaining('reason')]);
  });

  test('admits exactly its limit of a parallel burst, in fewer internal calls than requests', async () => {
    gateway.fake.ledger.limits.autocomplete = 25;
    gateway.fake.wire.accounts = async (request, next) => {
      await Bun.sleep(2);
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

  test('of a test key is never asked for', async () => {
    gateway.set(SUBSCRIBER_KEY, { is_test: true });
    gateway.fake.ledger.outcome = 'exhausted';
    expect((await search()).status).toBe(200);
    expect(gateway.fake.ledger.batches).toEqual([]);
  });

  test.each([
    ['not_covered', 403, 'PLAN_NOT_COVERED'],
    ['user_inactive', 401, 'USER_INACTIVE'],
    ['key_inactive', 401, 'INVALID_API_KEY'],
  ] as const)('that is %s when it is asked for is %p %p', async (outcome, status, code) => {
    gateway.fake.ledger.outcome = outcome;
    const refused = await search(HERE, enterprise('user-1'));
    expect([refused.status, (await errorOf(refused)).code]).toEqual([status, code]);
    expect(gateway.fake.forwarded).toHaveLength(0);
  });
});

describe('what is counted', () => {
  test('nothing of a failure, which gives back what it held before it is answered', async () => {
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

  test('nothing of a request that was refused before', async () => {
    for (const body of ['{', '{}', '[]']) await gateway.post('/v1/buyer-search', body);
    expect(gateway.fake.ledger.batches).toEqual([]);
  });

  test('nothing of a request whose deadline passed', async () => {
    gateway.fake.investors = async () => {
      gateway.clock.advance(30_000);
      return [];
    };
    const late = await search();
    expect([late.status, (await errorOf(late)).code]).toEqual([504, 'TIMEOUT']);
    expect(taken()).toEqual([0, 0]);
  });

  test('an empty buyer search, for the work was done', async () => {
    await search();
    expect(taken()).toEqual([1, 0]);
  });

  test('comps only with a result', async () => {
    expect((await gateway.post('/v1/investor-comps', HERE)).status).toBe(200);
    expect(taken()).toEqual([0, 0]);
    gateway.fake.wire.investors = async () => Response.json([COMP], { headers: { 'x-plat-result-count': '1' } });
    const counted = await gateway.post('/v1/investor-comps', HERE);
    expect([counted.status, counted.headers.get('x-plat-result-count')]).toEqual([200, null]);
    expect(taken()).toEqual([1, 0]);
  });

  test('is not guessed: comps that do not say how many they are, are a failure of ours', async () => {
    gateway.fake.wire.investors = async () => Response.json([COMP]);
    expect((await gateway.post('/v1/investor-comps', HERE)).status).toBe(500);
    expect(gateway.lines.join('')).toContain('did not say how many results');
    expect(taken()).toEqual([0, 0]);
  });

  test('a property once its contacts were looked up, and again while they were not', async () => {
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

  test('a location once, as rounded to four decimals', async () => {
    const at = (latitude: number, longitude: number) => gateway.post('/v1/analytics-search', { latitude, longitude });
    await at(33.44841, -112.074);
    await at(33.44844, -112.07403);
    expect(taken()).toEqual([1, 0]);
    await at(33.4486, -112.074);
    expect(taken()).toEqual([2, 0]);
  });

  test('every success of an enterprise key, for the end user and without asking for a property', async () => {
    gateway.fake.identify = () => Promise.reject(new Error('must not be asked'));
    for (let i = 0; i < 2; i++) expect((await search(HERE, enterprise('user-1'))).status).toBe(200);
    expect([...gateway.fake.ledger.holds.values()].map((hold) => [hold.user_id, hold.counted_thing])).toEqual([
      ['user-1', null],
      ['user-1', null],
    ]);
  });

  test('nothing when the property cannot be told: the caller gets that answer', async () => {
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

  test('a search in the background neither yet nor never: it keeps its hold', async () => {
    const pending = { search_id: '7f1d5b0c-6f0e-4a64-9d6e-0f5d7c9b1a2e', status: 'pending' };
    gateway.fake.investors = async () => new Reply(pending, 202);
    expect((await search({ ...HERE, async: true })).status).toBe(202);
    expect(taken()).toEqual([0, 1]);
  });
});

describe('a caller who goes away', () => {
  const leaveDuring = async (arrange: (arrived: () => void, finish: Promise<void>) => void) => {
    const arrived = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    arrange(arrived.resolve, finish.promise);
    const controller = new AbortController();
    const answer = gateway
      .send('/v1/autocomplete', {
        method: 'POST',
        headers: { 'x-api-key': SUBSCRIBER_KEY },
        body: new Blob([JSON.stringify(SEARCH)]),
        signal: controller.signal,
      })
      .catch((error: Error) => error.name);
    await arrived.promise;
    controller.abort();
    expect(await answer).toBe('AbortError');
    await Bun.sleep(20);
    finish.resolve();
    while (gateway.fake.ledger.count('released') === 0) await Bun.sleep(1);
    expect(taken()).toEqual([0, 0]);
  };

  test('before there is an answer is not charged', () =>
    leaveDuring((arrived, finish) => {
      gateway.fake.geo = async () => {
        arrived();
        await finish;
        return [];
      };
    }));

  test('while the reservation is on its way leaves nothing held', () =>
    leaveDuring((arrived, finish) => {
      gateway.fake.wire.accounts = async (request, next) => {
        if (request.url.includes('/usage/reserve')) {
          arrived();
          await finish;
        }
        return next(request);
      };
    }));
});

describe('while the ledger fails,', () => {
  test('nothing runs that could not be reserved, and a metric says so', async () => {
    breakAccounts('/usage/reserve', 1);
    expect((await search()).status).toBe(502);
    expect(gateway.fake.forwarded).toEqual([]);
    await search();
    const metrics = await (await gateway.send('/metrics')).text();
    const calls = [...metrics.matchAll(/plat_usage_call_duration_seconds_count\{([^}]*)\} (\d+)/g)];
    expect(
      calls.map(
        ([, labels, count]) =>
          `${labels?.match(/step="(\w+)"/)?.[1]} ${labels?.match(/outcome="(\w+)"/)?.[1]} ${count}`,
      ),
    ).toEqual(expect.arrayContaining(['reserve failed 1', 'reserve answered 1', 'commit answered 1']));
  });

  test('a commit whose answer was lost is sent again under the same id and counts once', async () => {
    let lost = 0;
    gateway.fake.wire.accounts = async (request, next) => {
      const response = await next(request);
      if (!request.url.includes('/usage/commit') || lost++ > 0) return response;
      throw new Error('connection lost');
    };
    expect((await search()).status).toBe(200);
    expect(gateway.fake.ledger.batches.filter(([what]) => what === 'commit')).toHaveLength(2);
    expect(taken()).toEqual([1, 0]);
  });

  test('a success that cannot be counted is not given', async () => {
    breakAccounts('/usage/commit');
    gateway.fake.investors = async () => {
      gateway.clock.advance(29_900);
      return [];
    };
    const response = await search();
    expect([response.status, (await errorOf(response)).code]).toEqual([502, 'UPSTREAM_ERROR']);
  });

  test('a success whose reservation lapsed is not given', async () => {
    gateway.fake.geo = async () => {
      gateway.fake.ledger.holds.clear();
      return [];
    };
    expect((await gateway.post('/v1/autocomplete', SEARCH)).status).toBe(502);
  });

  test('a failure is answered although its reservation could not be given back', async () => {
    breakAccounts('/usage/release');
    gateway.fake.investors = () => Promise.reject(new AppError('ADDRESS_NOT_FOUND', 'No property has this address'));
    expect((await search()).status).toBe(404);
    expect(gateway.lines.join('')).toContain('a reservation was not given back');
  });
});
