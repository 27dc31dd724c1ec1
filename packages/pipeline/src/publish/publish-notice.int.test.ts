import { afterAll, beforeAll, expect, test } from 'bun:test';
import { ensureMarketSchema, publishedChannel } from '@plat/dataset';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { swapIn } from './publish-swap.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await ensureMarketSchema(db.sql);
}, 60_000);
afterAll(() => db.close());

test('announces a new version only after its commit', async () => {
  await db.sql.unsafe(`
    create function slow_commit() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$;
    create constraint trigger slow_commit after insert on market.version deferrable initially deferred
      for each row execute function slow_commit()`);
  const found = Promise.withResolvers<number>();
  await db.sql.listen(publishedChannel('live'), async () => {
    const [row] = await db.sql<{ version: number }[]>`select coalesce(max(version), 0) as version from market.version`;
    found.resolve(row?.version ?? 0);
  });
  await swapIn(db.sql, 'live', { version: 1, kind: 'import', asOf: '2026-03-01', imports: [] }, []);
  expect(await found.promise).toBe(1);
});
