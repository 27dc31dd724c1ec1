import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createServiceMetrics } from '@plat/kit';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { openAccountsDatabase } from '../../deps.ts';
import { createLedgerMetrics } from './ledger-metrics.ts';
import { verifyRegularly } from './verify-regularly.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const NOW_MS = Date.parse('2026-03-01T00:00:00Z');

async function figuresAfterVerifying(databaseUrl: string): Promise<string[]> {
  const { registry } = createServiceMetrics('accounts');
  const metrics = createLedgerMetrics(registry);
  const heard = Promise.withResolvers<void>();
  const stop = verifyRegularly(databaseUrl, {
    onVerified: (verification) => {
      metrics.onVerified(verification, NOW_MS);
      heard.resolve();
    },
    onFailed: () => {
      metrics.onVerifyFailed();
      heard.resolve();
    },
    firstAfterMs: 1,
  });
  await heard.promise;
  await stop();
  const lines = (await registry.metrics()).split('\n');
  return lines.filter((line) => line.startsWith('plat_usage_ledger') || line.startsWith('plat_usage_upkeep'));
}

test('a counter that differs from the ledger appears in the metrics until it is corrected', async () => {
  const sql = await openAccountsDatabase(database.url);
  const at = `plat_usage_ledger_verified_timestamp_seconds{service="accounts"} ${NOW_MS / 1000}`;
  expect(await figuresAfterVerifying(database.url)).toEqual([
    'plat_usage_ledger_differences{service="accounts"} 0',
    at,
  ]);
  await sql`
    insert into accounts.usage_counters (owner_id, endpoint, month, used, reserved)
    values (gen_random_uuid(), 'buyer_search', '2026-03-01', 7, 0)`;
  expect(await figuresAfterVerifying(database.url)).toEqual([
    'plat_usage_ledger_differences{service="accounts"} 1',
    at,
  ]);
  await sql`delete from accounts.usage_counters`;
  expect(await figuresAfterVerifying(database.url)).toEqual([
    'plat_usage_ledger_differences{service="accounts"} 0',
    at,
  ]);
  await sql.end();
});

test('a failed verification counts as failed and reports no differences', async () => {
  const nowhere = new URL(database.url);
  nowhere.pathname = '/no_such_database';
  expect(await figuresAfterVerifying(nowhere.href)).toEqual([
    'plat_usage_upkeep_failures_total{task="verify",service="accounts"} 1',
  ]);
});
