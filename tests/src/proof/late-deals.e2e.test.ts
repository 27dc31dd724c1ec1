import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { SAMPLE_AS_OF, sampleDatabase } from '@plat/standalone/sample-database';
import { sendAtOnce } from './calls.fixture.ts';
import { type Caller, type Platform, SLOW_MS, startStandalone } from './platform.fixture.ts';

const SEARCHES = 24;
/** Duration of the statement that creates a deal: longer than a search waits for it. */
const STALL_SECONDS = 30;
const DEAL_WITHIN_MS = 10_000;
const POLL_MS = 50;

let platform: Platform;
let caller: Caller;
let addresses: string[];

beforeAll(async () => {
  const database = await sampleDatabase();
  platform = await startStandalone({ database, env: { PLAT_AS_OF: SAMPLE_AS_OF } });
  const { sql } = platform.database;
  const rows = await sql<{ address: string }[]>`
    select distinct address from market.deal where deal_type = 'flip' and cell is not null
    order by address limit ${SEARCHES}`;
  addresses = rows.map(({ address }) => address);
  await sql.unsafe(`
    create table public.stalled (reason text);
    create function stall() returns trigger language plpgsql as $$
    begin
      if exists (select from public.stalled) then perform pg_sleep(${STALL_SECONDS}); end if;
      return new;
    end $$;
    create trigger stall before insert or update on investors.crm_deals for each row execute function stall()`);
  caller = await platform.enterprise({ monthly: 1_000 });
}, SLOW_MS);
afterAll(() => platform?.close(), SLOW_MS);
beforeEach(async () => {
  await platform.database.sql`delete from public.stalled`;
  await platform.database.sql`truncate investors.crm_deals cascade`;
});

const searchAll = () =>
  sendAtOnce(
    addresses.map((address, index) => ({
      url: `${platform.doors[0]!.url}/v1/buyer-search`,
      headers: { ...caller.headers, 'x-forwarded-for': `192.0.2.${1 + index}` },
      body: JSON.stringify({ address, radius_miles: 5, lookback_years: 5 }),
    })),
  );

/** The deals with buyers, once there are as many as searches, or at the timeout. */
async function dealsInTime(): Promise<{ deals: number; searches: number; without_buyers: number }> {
  const endMs = performance.now() + DEAL_WITHIN_MS;
  for (;;) {
    const [row] = await platform.database.sql<{ deals: number; searches: number; without_buyers: number }[]>`
      select count(*)::int as deals,
        (select count(*)::int from investors.crm_deal_searches) as searches,
        count(*) filter (where not exists (
          select from investors.crm_deal_buyers b where b.deal_id = deal.id))::int as without_buyers
      from investors.crm_deals deal`;
    if (row!.deals >= SEARCHES || performance.now() > endMs) return row!;
    await Bun.sleep(POLL_MS);
  }
}

const EVERY_DEAL = { deals: SEARCHES, searches: SEARCHES, without_buyers: 0 };

test(
  `creates the deal of each of ${SEARCHES} parallel searches within 10 seconds`,
  async () => {
    const answers = await searchAll();
    expect(answers.map(({ status }) => status)).toEqual(Array(SEARCHES).fill(200));
    expect(await dealsInTime()).toEqual(EVERY_DEAL);
  },
  SLOW_MS,
);

test(
  'creates the deals of answered searches after kill -9 when none were written in time',
  async () => {
    const { sql } = platform.database;
    await sql`insert into public.stalled values ('a test')`;
    const answers = await searchAll();
    expect(answers.map(({ status }) => status)).toEqual(Array(SEARCHES).fill(200));
    const [door] = platform.doors;
    await door!.kill();
    expect(await sql`select from investors.crm_deals`).toHaveLength(0);
    await sql`delete from public.stalled`;
    await door!.start();
    expect(await dealsInTime()).toEqual(EVERY_DEAL);
  },
  SLOW_MS,
);

test(
  'creates the deals of answered searches when the process dies while writing them',
  async () => {
    const { sql } = platform.database;
    await sql`insert into public.stalled values ('a test')`;
    const answers = await searchAll();
    expect(answers.map(({ status }) => status)).toEqual(Array(SEARCHES).fill(200));
    const writing = () => sql`
      select from pg_stat_activity where wait_event = 'PgSleep' and query like '%crm_deals%'
        and datname = current_database()`;
    const endMs = performance.now() + DEAL_WITHIN_MS;
    while ((await writing()).length === 0) {
      if (performance.now() > endMs) throw new Error('the late deals were never written');
      await Bun.sleep(POLL_MS);
    }
    await platform.doors[0]!.kill();
    await sql`delete from public.stalled`;
    await platform.doors[0]!.start();
    expect(await dealsInTime()).toEqual(EVERY_DEAL);
  },
  SLOW_MS,
);
