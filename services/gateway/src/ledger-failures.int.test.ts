import { describe, expect, test } from 'bun:test';
import { AppError } from '@plat/kit';
import { gateway, useGateway } from './fresh-gateway.fixture.ts';
import { errorOf, HERE, SEARCH, SUBSCRIBER_KEY } from './gateway.fixture.ts';

useGateway();

const search = () => gateway.post('/v1/buyer-search', HERE);
/** [counted, still held] */
const taken = () => [gateway.fake.ledger.count('counted'), gateway.fake.ledger.count('open')];
/** Makes the next `times` calls to accounts under a path fail. */
const breakAccounts = (path: string, times = Number.POSITIVE_INFINITY) => {
  let left = times;
  gateway.fake.wire.accounts = (request, next) =>
    request.url.includes(path) && left-- > 0 ? Promise.reject(new Error('connection lost')) : next(request);
};

describe('a caller who disconnects', () => {
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
    while (!gateway.lines.some((line) => line.includes('"callerGone":true'))) await Bun.sleep(1);
    finish.resolve();
    while (gateway.fake.ledger.count('released') === 0) await Bun.sleep(1);
    expect(taken()).toEqual([0, 0]);
  };

  test('is not charged before the response', () =>
    leaveDuring((arrived, finish) => {
      gateway.fake.geo = async () => {
        arrived();
        await finish;
        return [];
      };
    }));

  test('leaves nothing held during the reservation', () =>
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

describe('when the ledger fails', () => {
  test('a request without a reservation does not run, and a metric records it', async () => {
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

  test('a commit with a lost response is retried under the same id and counts once', async () => {
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

  test('a success that cannot be counted is withheld', async () => {
    breakAccounts('/usage/commit');
    gateway.fake.investors = async () => {
      gateway.clock.advance(29_900);
      return [];
    };
    const response = await search();
    expect([response.status, (await errorOf(response)).code]).toEqual([502, 'UPSTREAM_ERROR']);
  });

  test('a success whose reservation expired is withheld', async () => {
    gateway.fake.geo = async () => {
      gateway.fake.ledger.holds.clear();
      return [];
    };
    expect((await gateway.post('/v1/autocomplete', SEARCH)).status).toBe(502);
  });

  test('a failure is returned even if its reservation cannot be released', async () => {
    breakAccounts('/usage/release');
    gateway.fake.investors = () => Promise.reject(new AppError('ADDRESS_NOT_FOUND', 'No property has this address'));
    expect((await search()).status).toBe(404);
    expect(gateway.lines.join('')).toContain('could not release a reservation');
  });
});
