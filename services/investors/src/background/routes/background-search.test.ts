import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { BuyerSearchItem, BuyerType } from '@plat/contracts';
import { AppError, DEADLINE_HEADER, RESERVATION_HEADER } from '@plat/kit';
import { eventually } from '@plat/test-kit';
import fc from 'fast-check';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import { LOST_RESERVATION } from '../domain/run-search.ts';

let service: InvestorsUnderTest;
beforeAll(async () => {
  service = await investorsUnderTest();
}, 60_000);
afterAll(() => service?.close());
afterEach(() => {
  service.ledger.before = async () => {};
});

const HERE = { address: 'the house' };
const HOOK = 'https://hooks.example.com/in';
const SLOW_MS = 60_000;

const reserved = () => ({ [RESERVATION_HEADER]: crypto.randomUUID() });
const reservationOf = (headers: Record<string, string>) => headers[RESERVATION_HEADER] ?? '';

/** Accepts a search. @returns its id. */
async function accept(body: object = HERE, headers: Record<string, string> = {}): Promise<string> {
  const accepted = await service.post({ ...body, async: true }, undefined, headers);
  expect(accepted.status).toBe(202);
  return ((await accepted.json()) as { search_id: string }).search_id;
}
const fetched = (id: string, principal = {}) => service.get(`/v1/buyer-search?search_id=${id}`, principal);
const statusOf = async (id: string) =>
  (await service.get(`/v1/buyer-search/status?search_id=${id}`)).json() as Promise<Record<string, unknown>>;
const ended = (id: string) =>
  eventually(
    () => statusOf(id),
    ({ status }) => status !== 'pending',
    SLOW_MS,
  );
/** Accepts a search and waits for its end. */
async function run(body: object = HERE, headers: Record<string, string> = {}) {
  const id = await accept(body, headers);
  return { id, status: await ended(id) };
}
const buyersOf = async (id: string, principal = {}) =>
  (await (await fetched(id, principal)).json()) as BuyerSearchItem[];
const searches = async () => (await service.sql`select from investors.searches`).count;
const newsOf = (id: string) =>
  service.sql<{ event: string; url: string }[]>`
    select event, url from investors.webhook_deliveries where search_id = ${id}`;
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

describe('a search in the background', () => {
  test('is accepted with exactly its id and status, and says where and when to ask', async () => {
    const accepted = await service.post({ ...HERE, async: true });
    expect(accepted.status).toBe(202);
    const body = (await accepted.json()) as { search_id: string };
    expect(body as unknown).toEqual({ search_id: expect.any(String), status: 'pending' });
    expect(accepted.headers.get('location')).toBe(`/v1/buyer-search?search_id=${body.search_id}`);
    expect(accepted.headers.get('retry-after')).toBe('3');
    await ended(body.search_id);
  });

  test('ends with the buyers of a search that waits, byte by byte', async () => {
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
    'finds what a search that waits finds, whatever is asked',
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

  test('is null while it runs, also when its buyers are found and not counted yet', async () => {
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
      ...{ status: 'pending', error: null, result_count: null, completed_at: null, expires_at: null },
    });
    counting.resolve();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
  });

  test('is counted once when it is completed, with whether contacts were looked up', async () => {
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

  test('without a reservation, such as of a test key, is never counted', async () => {
    const before = service.ledger.committed.length;
    expect((await run()).status).toMatchObject({ status: 'completed' });
    expect(service.ledger.committed).toHaveLength(before);
  });

  test('that found nobody is completed with an empty list', async () => {
    const { id, status } = await run({ latitude: -33, longitude: 151 });
    expect(status).toMatchObject({ status: 'completed', result_count: 0 });
    expect(await (await fetched(id)).text()).toBe('[]');
  });

  test.each([
    ['nowhere', 404, 'ADDRESS_NOT_FOUND'],
    ['broken', 502, 'UPSTREAM_ERROR'],
  ])('of the address %p is refused at once, and nothing of it is kept', async (address, status, code) => {
    const before = await searches();
    const refused = await service.post({ address, async: true, webhook_url: HOOK }, undefined, reserved());
    expect([refused.status, await codeOf(refused)]).toEqual([status, code]);
    expect(await searches()).toBe(before);
  });

  test('that is not kept before its deadline is not kept at all', async () => {
    const before = await searches();
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const blocker = service.sql.begin(async (tx) => {
      await tx`lock table investors.searches in access exclusive mode`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const headers = { [DEADLINE_HEADER]: String(Date.now() + 200) };
    expect((await service.post({ ...HERE, async: true }, undefined, headers)).status).toBe(504);
    release.resolve();
    await blocker;
    await Bun.sleep(200);
    expect(await searches()).toBe(before);
  });

  test(
    'searches only once, however often its count fails',
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

  test('whose reservation is gone fails, says why, and is told as failed', async () => {
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

  test('whose address no longer leads anywhere fails at the first attempt and gives its reservation back', async () => {
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

  test('that comes again under its reservation is the same search, unless that one failed', async () => {
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

/** What a request asks for, as a search keeps it. */
async function criteriaOf(body: object) {
  const { id } = await run(body);
  const search = await service.deps.searches.find(id, Date.now());
  if (search?.question.api !== 'v1') throw new Error('not a buyer search');
  return search.question.criteria;
}

describe('the results of a search', () => {
  test('are those of the key, whichever of its users asked', async () => {
    const { id } = await run();
    expect((await fetched(id, { userId: 'another', realm: 'live' })).status).toBe(200);
    expect((await fetched(id, { companyId: 'another' })).status).toBe(200);
  });

  test('of other keys, malformed ids, unknown and expired ones are all the same 404', async () => {
    const { id } = await run();
    const expired = (await run()).id;
    await service.sql`update investors.searches set expires_at = now() - interval '1 second' where id = ${expired}`;
    const answers = [
      await fetched(id, { keyId: 'another' }),
      await fetched('x'),
      await fetched(`${id}0`),
      await fetched(`%00${id}`),
      await fetched(crypto.randomUUID()),
      await fetched(expired),
      await service.get(`/v1/buyer-search/status?search_id=${id}`, { keyId: 'another' }),
      await service.get(`/v1/buyer-search/status?search_id=${expired}`),
    ];
    const told = await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]));
    const same = [404, { error: 'No search of this key has this id', code: 'SEARCH_NOT_FOUND' }];
    expect(told).toEqual(told.map(() => same));
  });

  test('without an id are 400', async () => {
    for (const query of ['', '?search_id=']) {
      const refused = await service.get(`/v1/buyer-search${query}`);
      expect([refused.status, await codeOf(refused)]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  test('show what the do-not-contact lists allow when they are read, not when they were found', async () => {
    const { id } = await run();
    const hidden = (await run({ ...HERE, hide_no_phone: true })).id;
    const reach = (items: BuyerSearchItem[]) =>
      items.find((item) => item.buyer_entity_name === 'NEAR FLIPS LLC' && item.buyer_phone_number !== null);
    expect(reach(await buyersOf(id))?.buyer_email).toBe('ada@example.com');
    const before = await buyersOf(hidden);
    await service.sql`
      insert into market.suppression (region, kind, value, list, listed_on)
      select region, 'phone', '6025550101', 'opt_out', '2026-06-29' from market.suppression limit 1`;
    try {
      expect(reach(await buyersOf(id))).toBeUndefined();
      const after = await buyersOf(hidden);
      expect(after).toHaveLength(before.length - 1);
      expect(after.map(({ smart_match_rank: rank }) => rank)).toEqual(after.map((_, index) => index + 1));
    } finally {
      await service.sql`delete from market.suppression where list = 'opt_out'`;
    }
  });
});

describe('a search that waits', () => {
  const kept = () =>
    service.sql<{ id: string; status: string; error: string | null }[]>`
      select id, status, error from investors.searches order by created_at desc, id desc limit 1`;

  test('is not kept without a webhook', async () => {
    const before = await searches();
    await service.buyers(HERE);
    expect(await searches()).toBe(before);
  });

  test('with a webhook is kept as it was answered, with the news of it', async () => {
    const body = { ...HERE, webhook_url: HOOK, webhook_secret: 'shh' };
    const answered = await service.buyers(body);
    const [search] = await kept();
    expect(search).toMatchObject({ status: 'completed', error: null });
    expect([...(await newsOf(search!.id))]).toEqual([{ event: 'buyer_search.completed', url: HOOK }]);
    expect(await buyersOf(search!.id)).toEqual(answered);
    expect(await statusOf(search!.id)).toMatchObject({ result_count: answered.length });
  });

  test.each([
    [{ address: 'nowhere' }, 404],
    [{ ...HERE, radius_miles: 0 }, 400],
  ])('that is refused, %p, tells nobody', async (body, status) => {
    const before = await searches();
    expect((await service.post({ ...body, webhook_url: HOOK })).status).toBe(status);
    expect(await searches()).toBe(before);
  });

  test('that fails on our side is told as failed', async () => {
    const failed = await service.post({ address: 'broken', webhook_url: HOOK });
    expect(failed.status).toBe(502);
    const [search] = await kept();
    expect(search).toMatchObject({ status: 'failed', error: ((await failed.json()) as { error: string }).error });
    expect([...(await newsOf(search!.id))]).toEqual([{ event: 'buyer_search.failed', url: HOOK }]);
  });

  test('past its deadline is 504, and told as failed once what ran has ended', async () => {
    const before = await searches();
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const blocker = service.sql.begin(async (tx) => {
      await tx`lock table market.deal in access exclusive mode`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const headers = { [DEADLINE_HEADER]: String(Date.now() + 200) };
    const late = await service.post({ ...HERE, webhook_url: HOOK }, undefined, headers);
    expect(late.status).toBe(504);
    release.resolve();
    await blocker;
    await eventually(searches, (count) => count === before + 1);
    const [search] = await kept();
    expect(search).toMatchObject({ status: 'failed', error: ((await late.json()) as { error: string }).error });
  });
});

describe('what is sent when a search ends', () => {
  const signal = new AbortController().signal;
  const completed = (id: string) => service.deps.webhookWriters['buyer_search.completed']!(id, signal);
  const failed = (id: string) => service.deps.webhookWriters['buyer_search.failed']!(id, signal);

  test('is exactly its id and status, with the secret in a header', async () => {
    const { id } = await run({ ...HERE, webhook_url: HOOK });
    await service.sql`update investors.searches set webhook_secret = 'shh' where id = ${id}`;
    expect(await completed(id)).toEqual({
      body: { search_id: id, status: 'completed' },
      headers: { 'x-webhook-secret': 'shh' },
    });
    expect(await failed(id)).toBeNull();
  });

  test('carries the secret of the request, which a replay still has when the webhook failed', async () => {
    const { id } = await run({ ...HERE, webhook_url: HOOK, webhook_secret: 'shh' });
    const delivery = async () => {
      const [row] = await service.sql<{ id: string; status: string; turn: number; secret: string | null }[]>`
        select d.id, d.status, d.turn, s.webhook_secret as secret
        from investors.searches s join investors.webhook_deliveries d on d.search_id = s.id where s.id = ${id}`;
      return row!;
    };
    const failed = await eventually(delivery, ({ status }) => status === 'failed');
    expect(failed.secret).toBe('shh');
    await service.ask('/v1/webhook-deliveries/replay', { delivery_id: failed.id });
    const again = await eventually(delivery, ({ status, turn }) => status === 'failed' && turn > failed.turn);
    expect(again.secret).toBe('shh');
    expect((await completed(id))?.headers).toEqual({ 'x-webhook-secret': 'shh' });
  });

  test('has no such header when no secret was sent, and the results when they were asked for', async () => {
    const { id } = await run({ ...HERE, webhook_url: HOOK, results_in_webhook: true });
    const results = await buyersOf(id);
    expect(await completed(id)).toEqual({ body: { search_id: id, status: 'completed', results }, headers: {} });
    await service.sql`update market.suppression set listed_on = '2026-05-01' where list = 'national_dnc'`;
    try {
      const { body } = (await completed(id)) as { body: { results: BuyerSearchItem[] } };
      expect(body.results).toHaveLength(results.length);
      expect(body.results.every((item) => item.buyer_phone_number === null)).toBe(true);
    } finally {
      await service.sql`update market.suppression set listed_on = '2026-06-25' where list = 'national_dnc'`;
    }
  });

  test('of a failure says why', async () => {
    const headers = reserved();
    service.ledger.outcomes.set(reservationOf(headers), 'unknown');
    const { id } = await run({ ...HERE, webhook_url: HOOK }, headers);
    const body = { search_id: id, status: 'failed', error: LOST_RESERVATION };
    expect(await failed(id)).toEqual({ body, headers: {} });
  });

  test('is nothing once the search has expired', async () => {
    const { id } = await run({ ...HERE, webhook_url: HOOK });
    await service.sql`update investors.searches set expires_at = now() - interval '1 second' where id = ${id}`;
    expect(await completed(id)).toBeNull();
  });
});
