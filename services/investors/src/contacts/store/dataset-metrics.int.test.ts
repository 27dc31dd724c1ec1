import { afterAll, beforeAll, expect, test } from 'bun:test';
import { ensureMarketSchema } from '@plat/dataset';
import { connect, type Sql } from '@plat/db';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { Registry } from 'prom-client';
import { createDatasetMetrics } from './dataset-metrics.ts';

const NOW_MS = Date.parse('2026-03-11T00:00:00Z');

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await testDatabase();
  sql = connect(database.url, { applicationName: 'plat-test', maxConnections: 1 });
  await ensureMarketSchema(sql);
});
afterAll(async () => {
  await sql.end({ timeout: 5 });
  await database.close();
});

async function scraped(from: Sql): Promise<string[]> {
  const registry = new Registry();
  createDatasetMetrics(registry, from, () => NOW_MS);
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith('plat_'));
}

test('reports serving rows, age and rejected rows of each state', async () => {
  expect(await scraped(sql)).toEqual([]);
  const files = [
    { kept: 10, rejected: 2 },
    { kept: 5, rejected: 0 },
  ];
  await sql`
    insert into market.version (version, kind, as_of, imports, regions)
    values (1, 'import', '2026-03-01', ${sql.json([{ id: 'a', files }])}, '{}'),
      (2, 'rollback', '2026-03-01', '[]', '{}')`;
  const current = {
    counts: { properties: 9, sales: 4 },
    imports: [{ importedAt: '2026-02-01T00:00:00Z' }, { importedAt: '2026-03-01T00:00:00Z' }],
  };
  await sql`insert into market.region (region, current, changed_in) values ('AZ', ${sql.json(current)}, 1)`;
  expect((await scraped(sql)).sort()).toEqual([
    'plat_dataset_age_days{region="AZ"} 10',
    'plat_dataset_rows{region="AZ",kind="properties"} 9',
    'plat_dataset_rows{region="AZ",kind="sales"} 4',
    'plat_last_import_rows{outcome="kept"} 15',
    'plat_last_import_rows{outcome="rejected"} 2',
  ]);
});

test('leaves figures out while the database is down, without failing the metrics', async () => {
  const away = connect('postgres://nobody@127.0.0.1:9/none', { applicationName: 'plat-test' });
  expect(await scraped(away)).toEqual([]);
  await away.end({ timeout: 0 });
});
