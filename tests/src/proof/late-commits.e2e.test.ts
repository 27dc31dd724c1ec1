import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createCompany, createKey } from '@plat/accounts/operator';
import { eventually, type TestDatabase, testDatabase } from '@plat/test-kit';
import { send } from './burst.fixture.ts';
import { searchCall, usageOf } from './calls.fixture.ts';
import { startAtClock } from './clocked.fixture.ts';
import { OPERATOR, SLOW_MS } from './platform.fixture.ts';

let database: TestDatabase;
let platform: Awaited<ReturnType<typeof startAtClock>>;
beforeAll(async () => {
  database = await testDatabase();
  platform = await startAtClock(database.url, '2026-02-15T12:00:00.000Z');
}, SLOW_MS);
afterAll(async () => {
  await platform.close();
  await database.close();
});

test(
  "a count that missed the caller's deadline is never made",
  async () => {
    await createCompany(platform.deps, OPERATOR, { name: 'late', subscription: 'active' });
    const { record, key } = await createKey(platform.deps, OPERATOR, {
      kind: 'subscriber',
      name: 'late',
      companyName: 'late',
      rateLimit: 1_000,
    });
    const caller = { keyId: record.id, companyId: record.companyId, headers: { 'x-api-key': key } };
    await send(searchCall(platform.door, caller, 0));
    // Locks the counter, like `plat usage rebuild`, from before the deadline until after it.
    const letGo = Promise.withResolvers<void>();
    let holding: Promise<unknown> | undefined;
    platform.upstream.before = async () => {
      const held = Promise.withResolvers<void>();
      holding = database.sql.begin(async (tx) => {
        await tx`select 1 from accounts.usage_counters where owner_id = ${caller.companyId} for update`;
        held.resolve();
        await letGo.promise;
      });
      await held.promise;
      platform.clock.advance(14_900);
    };
    const failed = await send(searchCall(platform.door, caller, 1));
    expect(failed.status).toBe(504);
    platform.upstream.before = async () => {};
    // The database measures by its own clock, from the start of the transaction that waits.
    await eventually(
      () => database.sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and clock_timestamp() - xact_start < interval '200 ms'`,
      (young) => young.length === 0,
      SLOW_MS,
    );
    letGo.resolve();
    await holding;
    const again = await send(searchCall(platform.door, caller, 2));
    expect(again.status).toBe(200);
    const rows = await database.sql<{ place: string }[]>`
      select thing_value as place from accounts.usage_ledger where key_id = ${caller.keyId} order by occurred_at`;
    expect(rows.map(({ place }) => place)).toEqual(['33.0000,-112.0000', '33.0000,-111.9980']);
    // Its hold is released, and its location did not become free.
    while ((await usageOf(platform.door, caller)).remaining !== 98) await Bun.sleep(10);
    const { status, headers } = await send(searchCall(platform.door, caller, 1));
    expect([status, headers['x-monthly-remaining']]).toEqual([200, '97']);
    expect(await platform.deps.ledger.verify()).toMatchObject({ events: 3, reservations: 0, differences: [] });
  },
  SLOW_MS,
);
