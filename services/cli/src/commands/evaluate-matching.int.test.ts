import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatasetRow, ensureMarketSchema, readAccuracy } from '@plat/dataset';
import { serveHandMadeMarket } from '@plat/dataset/hand-made-market';
import { type TestDatabase, testDatabase } from '@plat/test-kit';

const MAIN = join(import.meta.dir, '..', 'main.ts');
const SLOW_MS = 120_000;

let folder: string;
const databases: TestDatabase[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-matching-'));
});
afterAll(async () => {
  for (const database of databases) await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  databases.push(database);
  return database;
}

async function evaluate({ url }: TestDatabase, ...words: string[]) {
  const { PLAT_AS_OF: _, ...inherited } = process.env;
  const env = { ...inherited, PLAT_HOME: join(folder, 'home'), DATABASE_URL: url };
  const child = Bun.spawn([process.execPath, MAIN, 'evaluate', 'matching', ...words], {
    cwd: folder,
    env,
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, stdout, stderr };
}

/** Consecutive rental purchases on one meridian; a hundredth of a degree is 0.69 miles. */
const bought = (deal_id: number, buyer_id: number, day: string, north: number): Partial<DatasetRow<'deal'>> => ({
  deal_id,
  property_id: deal_id,
  buyer_id,
  deal_type: 'rental',
  property_type: 'SFR',
  arms_length: 'valid',
  event_date: day,
  purchase_date: day,
  visible_from: day,
  tests: ['entity_buyer'],
  reliability: 1,
  latitude: 33.5 + north / 100,
  longitude: -112.1,
  buyer_is_entity: true,
});

/** Buyer 1 has three deals a mile away, buyer 2 one next door; both buy at the same place, and so does a new buyer. */
const MARKET = [
  ...[1, 2, 3].map((id) => bought(id, 1, '2025-06-01', 1.5)),
  bought(4, 2, '2025-06-01', 0.1),
  bought(5, 1, '2026-01-10', 0),
  bought(6, 2, '2026-01-10', 0),
  bought(7, 3, '2026-01-10', 0),
];

test(
  'prints the ranks of actual buyers on the day before, and keeps figures of other regions',
  async () => {
    const database = await emptyDatabase();
    await serveHandMadeMarket(database.sql, { deal: MARKET });
    const current = { version: 1, asOf: '2026-06-30', counts: {}, imports: [] };
    await database.sql`update market.region set current = ${database.sql.json(current)}`;
    const other = { region: 'NV', sample_size: 9 };
    await database.sql`insert into market.accuracy (kind, version, rows) values ('matching', 1, ${database.sql.json([other])})`;
    const { exitCode, stdout, stderr } = await evaluate(database, '--json', '--as-of', '2026-06-30');
    expect(exitCode, stderr).toBe(0);
    const figures = {
      nearest_first: { hit_at_10: 1, hit_at_30: 1, mean_reciprocal_rank: 0.75 },
      most_active: { hit_at_10: 1, hit_at_30: 1, mean_reciprocal_rank: 0.75 },
    };
    expect(JSON.parse(stdout).regions).toMatchObject([
      { region: 'AZ', purchases: 7, by_known_buyers: 2, from: '2026-01-10', sample_size: 2, orders: figures },
    ]);
    expect((await readAccuracy(database.sql, 'live')).matching).toMatchObject({
      datasetVersion: 1,
      rows: [other, { region: 'AZ', sample_size: 2, evaluated_on: expect.any(String), ...figures }],
    });
    const after = await evaluate(database, '--cut-off', '2026-01-11');
    expect(after.stdout).toContain('no purchase by a buyer');
    const unfit = await evaluate(database, '--json', '--fit');
    expect({ exitCode: unfit.exitCode, error: JSON.parse(unfit.stdout).error }).toEqual({
      exitCode: 1,
      error: expect.stringContaining('no earlier purchases'),
    });
  },
  SLOW_MS,
);

test(
  'reports missing or wrong input',
  async () => {
    const database = await emptyDatabase();
    await ensureMarketSchema(database.sql);
    const empty = await evaluate(database, '--json');
    expect(empty.exitCode).toBe(1);
    expect(JSON.parse(empty.stdout).error).toContain('The dataset is empty');
    const misused = await evaluate(database, '--radius-miles', '11');
    expect(misused.exitCode).toBe(2);
    expect(misused.stderr).toContain('at most 10');
  },
  SLOW_MS,
);
