import { afterAll, beforeAll, expect, test } from 'bun:test';
import { serveHandMadeMarket } from '@plat/dataset/hand-made-market';
import { eventually } from '@plat/test-kit';
import { type Caller, type Platform, SLOW_MS, startStandalone } from './platform.fixture.ts';
import { randomFrom, storm } from './storm.fixture.ts';

/** Another number tests other points, for example `PLAT_PROOF_SEED=100 bun test ...`. */
const SEED = Number(process.env.PLAT_PROOF_SEED ?? 1);
const SEARCHES = 90;
const KILLS = 4;
const BUYERS = 6;
/** A dead process is noticed after 15 seconds, one that died during a call after 30. */
const SETTLED_WITHIN_MS = 120_000;
/** Delay of each written step, so that kills hit searches and webhooks midway. */
const STEP_SECONDS = 0.1;
const HERE = { latitude: 33.5, longitude: -112.1 };

interface Heard {
  webhookId: string;
  secret: string | null;
  body: { search_id: string; status: string };
}

/** Starts a receiver on this machine that records its calls. */
function startReceiver() {
  const heard: Heard[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      heard.push({
        webhookId: request.headers.get('webhook-id') ?? '',
        secret: request.headers.get('x-webhook-secret'),
        body: (await request.json()) as Heard['body'],
      });
      return new Response('ok');
    },
  });
  return { heard, url: `http://127.0.0.1:${server.port}/hook`, close: () => server.stop(true) };
}

let platform: Platform;
let receiver: ReturnType<typeof startReceiver>;
let caller: Caller;

beforeAll(async () => {
  receiver = startReceiver();
  platform = await startStandalone({ hosts: 2, env: { PLAT_EGRESS_ALLOW_LOOPBACK: 'true', PLAT_WORKERS: '2' } });
  await platform.database.sql`drop schema market cascade`;
  await serveHandMadeMarket(platform.database.sql, {
    // A circle far from every property would lie in no imported county and be empty.
    property: [{ property_id: 1, parcel_id: 'P1', ...HERE }],
    deal: Array.from({ length: BUYERS }, (_, index) => ({
      ...HERE,
      deal_id: index + 1,
      buyer_id: index + 1,
      buyer_name: `BUYER ${index} LLC`,
      buyer_is_entity: true,
      deal_type: 'rental',
      event_date: '2026-05-01',
      visible_from: '2026-05-01',
      purchase_date: '2026-05-01',
      property_type: 'SFR',
      arms_length: 'valid',
      purchase_price: 200_000,
      reliability: 1,
    })),
  });
  // Read on startup.
  await platform.database.sql`update market.region set current = ${platform.database.sql.json({ imports: [] })}`;
  await slowDown('investors.search_results', 'investors.searches', 'investors.webhook_attempts');
  caller = await platform.enterprise({ monthly: 1_000 * SEARCHES });
}, SLOW_MS);
afterAll(async () => {
  await platform?.close();
  receiver?.close();
}, SLOW_MS);

/** Delays each inserted or updated row. */
async function slowDown(...tables: string[]): Promise<void> {
  const { sql } = platform.database;
  await sql.unsafe(`
    create function slowly() returns trigger language plpgsql as
    $$ begin perform pg_sleep(${STEP_SECONDS}); return null; end $$`);
  for (const table of tables) {
    const events = table === 'investors.searches' ? 'update of status' : 'insert';
    await sql.unsafe(`create trigger slowly after ${events} on ${table} for each row execute function slowly()`);
  }
}

const rowsOf = () =>
  platform.database.sql<{ id: string; status: string; reservationId: string; waiting: number }[]>`
    select s.id, s.status, s.reservation_id as "reservationId",
      (select count(*)::int from investors.webhook_deliveries d
       where d.search_id = s.id and d.status = 'pending') as waiting
    from investors.searches s where s.key_id = ${caller.keyId}`;

async function untilSettled() {
  const endMs = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const rows = await rowsOf();
    const open = rows.filter(({ status, waiting }) => status === 'pending' || waiting > 0);
    if (open.length === 0) return rows;
    if (performance.now() > endMs) throw new Error(`not settled: ${JSON.stringify(open.slice(0, 5))}`);
    await Bun.sleep(100);
  }
}

test(
  `each of ${SEARCHES} searches accepted during ${KILLS} kills (seed ${SEED}) ends, sends its webhook and counts once per completion`,
  async () => {
    let refused = 0;
    const { answers, killed } = await storm({
      doors: platform.doors,
      processes: platform.processes,
      calls: SEARCHES,
      kills: KILLS,
      random: randomFrom(SEED),
      // A search with a lost response may run as well; it is checked below like any other.
      again: ({ status }) => {
        if (status !== 202) refused += 1;
        return status !== 202;
      },
      callAt: (door, index) => ({
        url: `${door.url}/v1/buyer-search`,
        headers: { ...caller.headers, 'x-forwarded-for': `192.0.2.${1 + (index % 10)}` },
        body: JSON.stringify({
          ...HERE,
          radius_miles: 1,
          lookback_years: 5,
          async: true,
          webhook_url: receiver.url,
          webhook_secret: `secret-${index}`,
        }),
      }),
    });
    expect(killed).toBeGreaterThan(0);
    const accepted = answers.flatMap(({ status, body }) => (status === 202 ? [JSON.parse(body).search_id] : []));
    expect(accepted).toHaveLength(SEARCHES);

    const rows = await untilSettled();
    const statusOf = new Map(rows.map(({ id, status }) => [id, status]));
    expect(accepted.filter((id) => !['completed', 'failed'].includes(statusOf.get(id) ?? 'lost'))).toEqual([]);

    for (const [id, status] of statusOf) {
      const told = receiver.heard.filter(({ body }) => body.search_id === id);
      expect(told.length).toBeGreaterThan(0);
      expect(new Set(told.map(({ webhookId }) => webhookId)).size).toBe(1);
      expect(told.every(({ body, secret }) => body.status === status && secret?.startsWith('secret-'))).toBe(true);
    }

    const ledger = await platform.database.sql<{ id: string }[]>`
      select event_id as id from accounts.usage_ledger where key_id = ${caller.keyId}`;
    const completed = rows.filter(({ status }) => status === 'completed').map(({ reservationId }) => reservationId);
    expect(ledger.map(({ id }) => id).sort()).toEqual(completed.sort());
    // Remaining holds belong to calls that broke before the search was stored; they expire within a day.
    const held = await platform.database.sql<{ id: string }[]>`
      select reservation_id as id from accounts.usage_reservations where key_id = ${caller.keyId}`;
    const kept = new Set(rows.map(({ reservationId }) => reservationId));
    expect(held.filter(({ id }) => kept.has(id))).toEqual([]);
    expect(held.length).toBeLessThanOrEqual(refused);

    const [id] = accepted;
    // The gateway may still be starting again after the last kill.
    const results = await eventually(
      () =>
        fetch(`${platform.doors[0]!.url}/v1/buyer-search?search_id=${id}`, {
          headers: caller.headers,
          keepalive: false,
        }).catch(() => null),
      (response) => response !== null,
      SETTLED_WITHIN_MS,
    );
    if (results === null) throw new Error('the gateway did not come back');
    expect([results.status, results.headers.get('x-search-status')]).toEqual([200, 'completed']);
    expect(await results.json()).toHaveLength(BUYERS);
    const lines = platform.processes.flatMap((one) => one.lines()).join('\n');
    expect(lines).not.toContain('secret-');
  },
  SLOW_MS,
);
