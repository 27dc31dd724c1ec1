import { describe, expect, test } from 'bun:test';
import type { BuyerType } from '@plat/contracts';
import { AppError, DEADLINE_HEADER } from '@plat/kit';
import { eventually } from '@plat/test-kit';
import fc from 'fast-check';
import { LOST_RESERVATION } from '../domain/run-search.ts';
import {
  accept,
  buyersOf,
  codeOf,
  ended,
  fetched,
  HERE,
  HOOK,
  newsOf,
  reservationOf,
  reserved,
  run,
  SLOW_MS,
  searches,
  service,
  statusOf,
  useService,
  whileLocked,
} from './background-search.fixture.ts';

useService();

describe('a background search', () => {
  test('returns its id and status, with Location and Retry-After', async () => {
    const accepted = await service.post({ ...HERE, async: true });
    expect(accepted.status).toBe(202);
    const body = (await accepted.json()) as { search_id: string };
    expect(body as unknown).toEqual({ search_id: expect.any(String), status: 'pending' });
    expect(accepted.headers.get('location')).toBe(`/v1/buyer-search?search_id=${body.search_id}`);
    expect(accepted.headers.get('retry-after')).toBe('3');
    await ended(body.search_id);
  });

  test('returns the same bytes as a waiting search', async () => {
    const { id, status } = await run();
    expect(status).toEqual({
      search_id: id,
      status: 'completed',
      error: null,
      result_count: expect.any(Number),
      created_at: expect.any(String),
      completed_at: expect.any(String),
      expires_at: expect.any(String),
    });
    const keptMs = Date.parse(String(status.expires_at)) - Date.parse(String(status.completed_at));
    expect(keptMs).toBe(30 * 86_400_000);
    const results = await fetched(id);
    expect([results.status, results.headers.get('x-search-status')]).toEqual([200, 'completed']);
    expect(await results.text()).toBe(await (await service.post(HERE)).text());
  });

  test(
    'finds the same buyers as a waiting search, for any criteria',
    async () => {
      const question = fc.record({
        radius_miles: fc.constantFrom(0.3, 1, 2, 5),
        lookback_years: fc.constantFrom(0.25, 1, 2, 5),
        buyer_types: fc.constantFrom<BuyerType[] | null>(['flipper'], ['landlord'], null),
        hide_no_phone: fc.boolean(),
        hide_hedge_fund: fc.boolean(),
        hide_non_arms_length: fc.boolean(),
        limit: fc.integer({ min: 1, max: 4 }),
        sort: fc.constantFrom('rank' as const, 'distance' as const),
      });
      const asked = fc.sample(question, 40);
      await Promise.all(
        asked.map(async ({ sort, ...filters }) => {
          const body = { ...HERE, ...filters };
          const waiting = await service.buyers(body, sort);
          const accepted = await service.post({ ...body, async: true }, sort);
          const { search_id: id } = (await accepted.json()) as { search_id: string };
          expect((await ended(id)).result_count).toBe(waiting.length);
          expect(await buyersOf(id)).toEqual(waiting);
        }),
      );
    },
    SLOW_MS * 2,
  );

  test('returns null while it runs, also when its buyers are found but not counted', async () => {
    const counting = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    service.ledger.before = () => {
      asked.resolve();
      return counting.promise;
    };
    const id = await accept(HERE, reserved());
    await asked.promise;
    const pending = await fetched(id);
    expect([pending.status, await pending.text()]).toEqual([200, 'null']);
    expect(pending.headers.get('x-search-status')).toBe('pending');
    expect(pending.headers.get('retry-after')).toBe('3');
    expect(await statusOf(id)).toMatchObject({
      status: 'pending',
      error: null,
      result_count: null,
      completed_at: null,
      expires_at: null,
    });
    counting.resolve();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
  });

  test('counts once on completion, with whether contacts were looked up', async () => {
    const headers = reserved();
    await run(HERE, headers);
    const nowhere = reserved();
    await run({ latitude: -33, longitude: 151 }, nowhere);
    const commits = service.ledger.committed.filter(({ id }) =>
      [reservationOf(headers), reservationOf(nowhere)].includes(id),
    );
    expect(commits).toEqual([
      { id: reservationOf(headers), skiptraced: true },
      { id: reservationOf(nowhere), skiptraced: false },
    ]);
  });

  test('never counts without a reservation, such as for a test key', async () => {
    const before = service.ledger.committed.length;
    expect((await run()).status).toMatchObject({ status: 'completed' });
    expect(service.ledger.committed).toHaveLength(before);
  });

  test('completes with an empty list when nobody is found', async () => {
    const { id, status } = await run({ latitude: -33, longitude: 151 });
    expect(status).toMatchObject({ status: 'completed', result_count: 0 });
    expect(await (await fetched(id)).text()).toBe('[]');
  });

  test.each([
    ['nowhere', 404, 'ADDRESS_NOT_FOUND'],
    ['broken', 502, 'UPSTREAM_ERROR'],
  ])('rejects the address %p at once and stores nothing', async (address, status, code) => {
    const before = await searches();
    const refused = await service.post({ address, async: true, webhook_url: HOOK }, undefined, reserved());
    expect([refused.status, await codeOf(refused)]).toEqual([status, code]);
    expect(await searches()).toBe(before);
  });

  test('is not stored after its deadline', async () => {
    const before = await searches();
    const headers = { [DEADLINE_HEADER]: String(Date.now() + 200) };
    await whileLocked('investors.searches', async () => {
      expect((await service.post({ ...HERE, async: true }, undefined, headers)).status).toBe(504);
    });
    await Bun.sleep(200);
    expect(await searches()).toBe(before);
  });

  test(
    'searches once, however often counting fails',
    async () => {
      let failures = 2;
      const found = Promise.withResolvers<void>();
      service.ledger.before = async () => {
        found.resolve();
        if (failures-- > 0) throw new AppError('SERVICE_UNAVAILABLE', 'The ledger is away');
      };
      const waiting = await service.buyers(HERE);
      const id = await accept(HERE, reserved());
      await found.promise;
      await service.sql`update market.deal set address = 'moved'`;
      try {
        expect(await ended(id)).toMatchObject({ status: 'completed', result_count: waiting.length });
        expect(await buyersOf(id)).toEqual(waiting);
      } finally {
        await service.sql`update market.deal set address = deal_id || ' N Near St, Phoenix, AZ 85013'`;
      }
    },
    SLOW_MS,
  );

  test('fails with a reason and a webhook when its reservation has lapsed', async () => {
    const headers = reserved();
    service.ledger.outcomes.set(reservationOf(headers), 'unknown');
    const { id, status } = await run({ ...HERE, webhook_url: HOOK }, headers);
    expect(status).toMatchObject({ status: 'failed', error: LOST_RESERVATION, result_count: null });
    const results = await fetched(id);
    expect([results.status, await results.text(), results.headers.get('x-search-status')]).toEqual([
      ...[200, 'null', 'failed'],
    ]);
    expect([...(await newsOf(id))]).toEqual([{ event: 'buyer_search.failed', url: HOOK }]);
  });

  test('fails at once and releases its reservation when its address no longer matches', async () => {
    const headers = reserved();
    const id = crypto.randomUUID();
    await service.deps.searches.accept(
      {
        id,
        searcher: { companyId: 'c', keyId: 'k', userId: null, realm: 'live' },
        question: {
          api: 'v1',
          asOf: service.deps.asOf('live'),
          criteria: { ...(await criteriaOf(HERE)), address: 'nowhere' },
        },
        sort: 'rank',
        reservationId: reservationOf(headers),
        callback: null,
        createdAt: new Date().toISOString(),
      },
      { searchId: id, requestId: 'r' },
    );
    const error = 'The address matches no property, or more than one, and no coordinates were sent';
    expect(await ended(id)).toMatchObject({ status: 'failed', error });
    await eventually(
      async () => service.ledger.released,
      (released) => released.includes(reservationOf(headers)),
    );
    expect(service.ledger.committed.some(({ id: committed }) => committed === reservationOf(headers))).toBe(false);
  });

  test('is the same search when repeated under its reservation, unless that one failed', async () => {
    const headers = reserved();
    const { id } = await run(HERE, headers);
    expect(await accept(HERE, headers)).toBe(id);
    const lost = reserved();
    service.ledger.outcomes.set(reservationOf(lost), 'unknown');
    const failed = await run(HERE, lost);
    service.ledger.outcomes.clear();
    const again = await run(HERE, lost);
    expect(again.id).not.toBe(failed.id);
    expect(again.status).toMatchObject({ status: 'completed' });
  });
});

/** The criteria of a request, as a search stores them. */
async function criteriaOf(body: object) {
  const { id } = await run(body);
  const search = await service.deps.searches.find(id, Date.now());
  if (search?.question.api !== 'v1') throw new Error('not a buyer search');
  return search.question.criteria;
}
