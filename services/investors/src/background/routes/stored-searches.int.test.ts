import { describe, expect, test } from 'bun:test';
import type { BuyerSearchItem } from '@plat/contracts';
import { DEADLINE_HEADER } from '@plat/kit';
import { eventually } from '@plat/test-kit';
import { LOST_RESERVATION } from '../domain/run-search.ts';
import {
  buyersOf,
  codeOf,
  fetched,
  HERE,
  HOOK,
  newsOf,
  reservationOf,
  reserved,
  run,
  searches,
  service,
  statusOf,
  useService,
  whileLocked,
} from './background-search.fixture.ts';

useService();

describe('the results of a search', () => {
  test('belong to the key, whichever of its users started the search', async () => {
    const { id } = await run();
    expect((await fetched(id, { userId: 'another', realm: 'live' })).status).toBe(200);
    expect((await fetched(id, { companyId: 'another' })).status).toBe(200);
  });

  test('return the same 404 for other keys and for malformed, unknown and expired ids', async () => {
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

  test('return 400 without an id', async () => {
    for (const query of ['', '?search_id=']) {
      const refused = await service.get(`/v1/buyer-search${query}`);
      expect([refused.status, await codeOf(refused)]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  test('apply the do-not-contact lists of the time of reading', async () => {
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

describe('a waiting search', () => {
  const kept = () =>
    service.sql<{ id: string; status: string; error: string | null }[]>`
      select id, status, error from investors.searches order by created_at desc, id desc limit 1`;

  test('is not stored without a webhook', async () => {
    const before = await searches();
    await service.buyers(HERE);
    expect(await searches()).toBe(before);
  });

  test('with a webhook is stored as returned, with its event', async () => {
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
  ])('sends no webhook when it is rejected: %p', async (body, status) => {
    const before = await searches();
    expect((await service.post({ ...body, webhook_url: HOOK })).status).toBe(status);
    expect(await searches()).toBe(before);
  });

  test('sends a failed webhook after a failure on our side', async () => {
    const failed = await service.post({ address: 'broken', webhook_url: HOOK });
    expect(failed.status).toBe(502);
    const [search] = await kept();
    expect(search).toMatchObject({ status: 'failed', error: ((await failed.json()) as { error: string }).error });
    expect([...(await newsOf(search!.id))]).toEqual([{ event: 'buyer_search.failed', url: HOOK }]);
  });

  test('returns 504 past its deadline, and sends a failed webhook when the work ends', async () => {
    const before = await searches();
    const headers = { [DEADLINE_HEADER]: String(Date.now() + 200) };
    const late = await whileLocked('market.deal', () =>
      service.post({ ...HERE, webhook_url: HOOK }, undefined, headers),
    );
    expect(late.status).toBe(504);
    await eventually(searches, (count) => count === before + 1);
    const [search] = await kept();
    expect(search).toMatchObject({ status: 'failed', error: ((await late.json()) as { error: string }).error });
  });
});

describe('the webhook of an ended search', () => {
  const signal = new AbortController().signal;
  const completed = (id: string) => service.deps.webhookWriters['buyer_search.completed']!(id, signal);
  const failed = (id: string) => service.deps.webhookWriters['buyer_search.failed']!(id, signal);

  test('has exactly its id and status, with the secret in a header', async () => {
    const { id } = await run({ ...HERE, webhook_url: HOOK });
    await service.sql`update investors.searches set webhook_secret = 'shh' where id = ${id}`;
    expect(await completed(id)).toEqual({
      body: { search_id: id, status: 'completed' },
      headers: { 'x-webhook-secret': 'shh' },
    });
    expect(await failed(id)).toBeNull();
  });

  test('has the secret of the request, also in a replay after a failure', async () => {
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

  test('has no secret header without a secret, and the results on request', async () => {
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

  test('has the reason of a failure', async () => {
    const headers = reserved();
    service.ledger.outcomes.set(reservationOf(headers), 'unknown');
    const { id } = await run({ ...HERE, webhook_url: HOOK }, headers);
    const body = { search_id: id, status: 'failed', error: LOST_RESERVATION };
    expect(await failed(id)).toEqual({ body, headers: {} });
  });

  test('is not written once the search has expired', async () => {
    const { id } = await run({ ...HERE, webhook_url: HOOK });
    await service.sql`update investors.searches set expires_at = now() - interval '1 second' where id = ${id}`;
    expect(await completed(id)).toBeNull();
  });
});
