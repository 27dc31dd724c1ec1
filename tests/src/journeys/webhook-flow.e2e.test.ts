import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createKey } from '@plat/accounts/operator';
import { Webhook } from 'standardwebhooks';
import { type ServedMarket, serveSampleMarket } from './served-market.fixture.ts';

const START_MS = 120_000;
const WAIT_MS = 30_000;
const POLL_MS = 50;
const SECRET_OF_RECEIVER = 'opaque words';

let served: ServedMarket;
let key: string;

/** Plat and a receiver on one machine, as for a developer. */
beforeAll(async () => {
  served = await serveSampleMarket({ receiver: 'localhost' });
  const owner = { kind: 'subscriber', name: 'Acme', companyName: 'Acme' } as const;
  ({ key } = await createKey(served.operator, 'operator:test', owner));
}, START_MS);
afterAll(() => served?.close(), START_MS);

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  served.send(method, path, { 'x-api-key': key, ...headers }, body);
const search = (more: object) =>
  send('POST', '/v1/buyer-search', {
    address: served.address,
    webhook_secret: SECRET_OF_RECEIVER,
    results_in_webhook: true,
    ...more,
  });

/** The calls to a path, once there are `count`. */
async function received(path: string, count = 1) {
  const end = performance.now() + WAIT_MS;
  for (;;) {
    const calls = served.receiver.calls.filter((call) => call.path === path);
    if (calls.length >= count) return calls;
    if (performance.now() > end) throw new Error(`${calls.length} calls to ${path}`);
    await Bun.sleep(POLL_MS);
  }
}

/** The delivery of a search, once it has this many attempts: the receiver gets a call before Plat records it. */
async function settled(searchId: string, attempts: number) {
  // Not over HTTP: the key has twenty requests a minute.
  for (const end = performance.now() + WAIT_MS; performance.now() < end; await Bun.sleep(POLL_MS)) {
    const [one] = await served.database.sql<{ delivery_id: string; status: string; attempts: number }[]>`
      select d.id as delivery_id, d.status,
        (select count(*)::int from investors.webhook_attempts a where a.delivery_id = d.id) as attempts
      from investors.webhook_deliveries d where d.search_id = ${searchId}`;
    if (one !== undefined && one.status !== 'pending' && one.attempts === attempts) return one;
  }
  throw new Error(`no ${attempts} attempts`);
}

/** Verifies a call with the specification's library, then parses it. */
async function verified(call: { body: string; headers: unknown }) {
  const { body: settings } = await send('GET', '/v1/webhook-settings');
  // biome-ignore lint/suspicious/noExplicitAny: the documented payload
  return new Webhook(settings.signing_secret).verify(call.body, call.headers as Record<string, string>) as any;
}

test(
  'a synchronous search sends a signed webhook with its buyers and the echoed secret',
  async () => {
    const { status, body: buyers } = await search({ webhook_url: served.receiver.url('/waited') });
    expect(status).toBe(200);
    expect(buyers.length).toBeGreaterThan(5);
    const [call] = await received('/waited');
    expect(call?.headers['x-webhook-secret']).toBe(SECRET_OF_RECEIVER);
    const told = await verified(call!);
    expect(told).toMatchObject({ status: 'completed', results: buyers });
    const results = await send('GET', `/v1/buyer-search?search_id=${told.search_id}`);
    expect(results.body).toEqual(buyers);
  },
  WAIT_MS * 2,
);

test(
  'a background search sends a webhook at its end, and a replay withholds later opt-outs',
  async () => {
    const { status, body: pending } = await search({ webhook_url: served.receiver.url('/background'), async: true });
    expect([status, pending.status]).toEqual([202, 'pending']);
    const [call] = await received('/background');
    const told = await verified(call!);
    expect(told).toMatchObject({ search_id: pending.search_id, status: 'completed' });
    const reached = told.results.find(({ buyer_email }: { buyer_email: string | null }) => buyer_email !== null);
    await served.database.sql`
      insert into investors.suppressions (kind, value, list, created_by)
      values ('email', ${reached.buyer_email}, 'own_opt_out', 'operator:test')`;
    await settled(pending.search_id, 1);
    const { body: log } = await send('GET', '/v1/webhook-deliveries?status=delivered');
    const delivery = log.deliveries.find(({ search_id }: { search_id: string }) => search_id === pending.search_id);
    expect(delivery.attempts).toMatchObject([{ status: 200, error: null }]);
    const replay = await send('POST', '/v1/webhook-deliveries/replay', { delivery_id: delivery.delivery_id });
    expect(replay.status).toBe(202);
    const [, again] = await received('/background', 2);
    expect(again?.headers['webhook-id']).toBe(call?.headers['webhook-id'] as string);
    const retold = await verified(again!);
    expect(retold.results).toHaveLength(told.results.length);
    expect(again?.body).not.toContain(reached.buyer_email);
  },
  WAIT_MS * 2,
);

test(
  'a failed webhook keeps its secret on every replay until one is delivered',
  async () => {
    const { body: pending } = await search({ webhook_url: served.receiver.url('/status/500'), async: true });
    const { delivery_id } = await settled(pending.search_id, 1);
    const replay = () => send('POST', '/v1/webhook-deliveries/replay', { delivery_id });
    await replay();
    expect(await settled(pending.search_id, 2)).toMatchObject({ status: 'failed' });
    await served.database.sql`
      update investors.webhook_deliveries set url = ${served.receiver.url('/mended')} where id = ${delivery_id}`;
    await replay();
    expect(await settled(pending.search_id, 3)).toMatchObject({ status: 'delivered' });
    const secrets = served.receiver.calls
      .filter(({ body }) => body.includes(pending.search_id))
      .map(({ path, headers }) => [path, headers['x-webhook-secret']]);
    expect(secrets).toEqual([
      ['/status/500', SECRET_OF_RECEIVER],
      ['/status/500', SECRET_OF_RECEIVER],
      ['/mended', SECRET_OF_RECEIVER],
    ]);
    const [row] = await served.database
      .sql`select webhook_secret from investors.searches where id = ${pending.search_id}`;
    expect(row).toEqual({ webhook_secret: null });
  },
  WAIT_MS * 4,
);

test.each([
  ['webhook_url', { webhook_url: 'http://10.0.0.1:3000/' }],
  ['webhook_url', { webhook_url: 'https://hooks.example.com/\r\nx-evil: 1' }],
  ['webhook_secret', { webhook_url: 'https://hooks.example.com/', webhook_secret: 'a\r\nx-evil: 1' }],
])('rejects a %s that could reach the internal network or add a header: %j', async (field, wrong) => {
  const { status, body } = await search(wrong);
  expect([status, body.fields[0].field]).toEqual([400, field]);
});
