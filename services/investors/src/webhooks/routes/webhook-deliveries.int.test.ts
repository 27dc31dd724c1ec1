import { describe, expect, test } from 'bun:test';
import { replayWebhook, WEBHOOK_DELIVERIES_PAGE_SIZE, type WebhookDelivery, webhookDeliveries } from '@plat/contracts';
import { eventually } from '@plat/test-kit';
import { ACME, OTHER, webhooksUnderTest } from '../webhooks-under-test.fixture.ts';

const service = webhooksUnderTest();
const READER = { ...ACME, keyId: 'key-reader', companyId: 'reader' };
const callsOf = (searchId: string) => service.receiver.calls.filter(({ body }) => body.includes(searchId));
const hasEnded = ([delivery]: WebhookDelivery[]) => delivery !== undefined && delivery.status !== 'pending';
const hasAttempts =
  (count: number) =>
  ([delivery]: WebhookDelivery[]) =>
    delivery !== undefined && delivery.status !== 'pending' && delivery.attempts.length === count;
const replay = (delivery_id: string, as = ACME) => service.call(replayWebhook, { body: { delivery_id }, as });
const ended = async (path: string, as = ACME): Promise<WebhookDelivery> => {
  const searchId = await service.searchEnds(path, { as });
  const [delivery] = await service.deliveries(searchId, hasEnded, { as });
  return delivery!;
};
/** Inserts deliveries as an hour of work would leave them. */
const fill = (count: number, keyId: string) => service.database.sql`
  with made as (
    insert into investors.searches (id, api, company_id, key_id, question, sort, status, completed_at, expires_at)
    select gen_random_uuid(), 'v1', 'c', ${keyId}, '{}', 'match', 'completed', now(), now() from generate_series(1, ${count})
    returning id
  )
  insert into investors.webhook_deliveries (id, company_id, key_id, event, search_id, url, retries, status, created_at)
  select gen_random_uuid(), 'c', ${keyId}, 'buyer_search.completed', id, 'https://hooks.example.com/', false,
    case when random() < 0.5 then 'failed' else 'delivered' end, now() - floor(random() * 10) * interval '1 second'
  from made`;

describe('the log of a key', () => {
  test('lists every delivery once, newest first, in pages of a hundred', async () => {
    await fill(WEBHOOK_DELIVERIES_PAGE_SIZE * 2 + 50, READER.keyId);
    const pages: WebhookDelivery[][] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = cursor === null ? {} : { cursor };
      const { status, body } = await service.call(webhookDeliveries, { query, as: READER });
      expect(status).toBe(200);
      pages.push(body.deliveries);
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 50]);
    const all = pages.flat();
    expect(new Set(all.map(({ delivery_id }) => delivery_id)).size).toBe(250);
    const times = all.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test('filters by status', async () => {
    const { body } = await service.call(webhookDeliveries, { query: { status: 'failed' }, as: READER });
    expect(new Set(body.deliveries.map(({ status }: WebhookDelivery) => status))).toEqual(new Set(['failed']));
    expect((await service.call(webhookDeliveries, { query: { status: 'lost' }, as: READER })).status).toBe(400);
  });

  test('is visible to its key only', async () => {
    const mine = await ended('/hook');
    const { body } = await service.call(webhookDeliveries, { as: OTHER });
    expect(body.deliveries.map(({ delivery_id }: WebhookDelivery) => delivery_id)).not.toContain(mine.delivery_id);
  });

  test.each([
    'x',
    '',
    'bm90aGluZw',
    Buffer.from(`2026-13-45T99:99:99.000000Z ${crypto.randomUUID()}`).toString('base64url'),
  ])('answers the cursor %p, which is none of ours, with 400', async (cursor) => {
    const { status, body } = await service.call(webhookDeliveries, { query: { cursor } });
    expect(status).toBe(400);
    expect(body.fields[0].field).toBe('cursor');
  });
});

describe('a replay', () => {
  test('sends again at once under the same webhook-id', async () => {
    const delivery = await ended('/hook');
    const answer = await replay(delivery.delivery_id);
    expect(answer).toMatchObject({ status: 202, body: { status: 'pending', webhook_id: delivery.webhook_id } });
    const [again] = await service.deliveries(delivery.search_id!, hasAttempts(2));
    expect(again?.status).toBe('delivered');
    const ids = callsOf(delivery.search_id!).map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([delivery.webhook_id, delivery.webhook_id]);
  });

  test('of a failed delivery makes one attempt, also for a key with retries', async () => {
    const delivery = await ended('/status/410');
    const { sql } = service.database;
    await sql`update investors.webhook_deliveries set retries = true where id = ${delivery.delivery_id}`;
    await sql`update investors.webhook_deliveries set url = ${service.receiver.url('/status/500')}
      where id = ${delivery.delivery_id}`;
    await replay(delivery.delivery_id);
    const [again] = await service.deliveries(delivery.search_id!, hasAttempts(2));
    expect(again).toMatchObject({ status: 'failed', next_attempt_at: null });
  });

  test('of a waiting delivery makes its retry due now, once', async () => {
    const searchId = await service.searchEnds('/status/500');
    const { sql } = service.database;
    const [delivery] = await service.deliveries(searchId, hasEnded);
    await sql`update investors.webhook_deliveries
      set status = 'pending', retries = true, next_attempt_at = now() + interval '1 hour' where search_id = ${searchId}`;
    const { body } = await replay(delivery!.delivery_id);
    expect(Date.parse(body.next_attempt_at)).toBeLessThanOrEqual(Date.now() + 1_000);
    const [waiting] = await service.deliveries(searchId, ([one]) => one?.attempts.length === 2);
    expect(waiting?.status).toBe('pending');
    expect(callsOf(searchId)).toHaveLength(2);
  });

  test('of a delivery in progress adds no call', async () => {
    const searchId = await service.searchEnds('/hang', { as: OTHER });
    await eventually(
      async () => callsOf(searchId).length,
      (calls) => calls === 1,
    );
    const [delivery] = await service.deliveries(searchId, () => true, { as: OTHER });
    const answers = await Promise.all(Array.from({ length: 5 }, () => replay(delivery!.delivery_id, OTHER)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    await service.deliveries(searchId, hasAttempts(1), { as: OTHER });
    expect(callsOf(searchId)).toHaveLength(1);
  }, 60_000);

  test('repeated concurrently sends each ended delivery once', async () => {
    const delivery = await ended('/hook');
    await Promise.all(Array.from({ length: 10 }, () => replay(delivery.delivery_id)));
    const [again] = await service.deliveries(
      delivery.search_id!,
      ([one]) => one?.status === 'delivered' && one.attempts.length > 1,
    );
    expect(callsOf(delivery.search_id!).length).toBe(again!.attempts.length);
    expect(again!.attempts.length).toBeLessThanOrEqual(11);
  });

  test('keeps the last twenty attempts of a delivery', async () => {
    const delivery = await ended('/hook');
    await service.database.sql`
      insert into investors.webhook_attempts (delivery_id, at, outcome, status, duration_ms)
      select ${delivery.delivery_id}, now(), 'rejected', 500, 1 from generate_series(1, 19)`;
    await replay(delivery.delivery_id);
    const [again] = await service.deliveries(
      delivery.search_id!,
      ([one]) => one?.status === 'delivered' && one.attempts.at(-1)?.status === 200,
    );
    expect(again?.attempts).toHaveLength(20);
    expect(again?.attempts[0]?.status).toBe(500);
  });

  test('returns the same 404 for unknown and malformed ids and another key’s', async () => {
    const foreign = (await ended('/hook', OTHER)).delivery_id;
    const answers = await Promise.all(
      [crypto.randomUUID(), foreign, 'x', "' or 1=1 --", foreign.toUpperCase()].map((id) => replay(id)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });
});

test('deleting a search deletes its deliveries and sends no waiting ones', async () => {
  const { sql } = service.database;
  const delivery = await ended('/hook');
  await sql`delete from investors.searches where id = ${delivery.search_id}`;
  const [left] = await sql`
    select (select count(*)::int from investors.webhook_deliveries where id = ${delivery.delivery_id}) as deliveries,
      (select count(*)::int from investors.webhook_attempts where delivery_id = ${delivery.delivery_id}) as attempts`;
  expect(left).toEqual({ deliveries: 0, attempts: 0 });
  expect((await replay(delivery.delivery_id)).status).toBe(404);
});

test('fails a delivery without a call when its search has expired', async () => {
  const delivery = await ended('/hook');
  const calls = service.receiver.calls.length;
  const { sql } = service.database;
  await sql`update investors.webhook_deliveries set event = 'legacy_search.completed' where id = ${delivery.delivery_id}`;
  await replay(delivery.delivery_id);
  const [again] = await service.deliveries(delivery.search_id!, hasAttempts(2));
  expect(again?.attempts.at(-1)).toMatchObject({
    status: null,
    error: 'what it is about is not kept any more; nothing was sent',
  });
  expect(service.receiver.calls).toHaveLength(calls);
});

test('sends a pending delivery without a notification, as after a restore', async () => {
  const delivery = await ended('/hook');
  await service.database.sql`
    update investors.webhook_deliveries
    set status = 'pending', lane = '', next_attempt_at = now() - interval '1 hour' where id = ${delivery.delivery_id}`;
  await service.deliveries(delivery.search_id!, hasAttempts(2));
  expect(callsOf(delivery.search_id!)).toHaveLength(2);
});
