import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listPartitions } from '@plat/dataset';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { importMarket, marketStatus, rebuildMarket, rollbackMarket, takeSampleOut } from '../index.ts';
import { COUNTY_AS_OF, type County, writeCounty } from './county.fixture.ts';

setDefaultTimeout(120_000);

const SAMPLE_AZ: County = { state: 'AZ', prefix: 'S', parcels: 12, latitude: 33.4, longitude: -112 };
const SAMPLE_GA: County = { state: 'GA', prefix: 'T', parcels: 8, latitude: 33.7, longitude: -84.4 };
const RECORDS_AZ: County = { state: 'AZ', prefix: 'R', parcels: 6, latitude: 32.2, longitude: -110.9 };

let db: TestDatabase;
let home: string;
beforeEach(async () => {
  db = await testDatabase();
  home = await mkdtemp(join(tmpdir(), 'plat-take-sample-out-'));
});
afterEach(async () => {
  await db.close();
  await rm(home, { recursive: true, force: true });
});

async function importCounties(...counties: County[]): Promise<void> {
  const files = await Promise.all(counties.map((one) => writeCounty(join(home, 'input', one.prefix), one)));
  await importMarket({ home, sql: db.sql, source: { kind: 'canonical' }, files, asOf: COUNTY_AS_OF });
}

/** Marks what serves, or served before, as an earlier release marked the generated market. */
async function markAsSample(column: 'current' | 'previous', region: string): Promise<void> {
  await db.sql.unsafe(
    `update market.region set ${column} = jsonb_set(${column}, '{imports,0,isSample}', 'true') where region = $1`,
    [region],
  );
}

const shown = async () =>
  (await marketStatus(db.sql, 'live')).regions.map(({ region, properties }) => [region, properties]);
const take = () => takeSampleOut({ home, sql: db.sql, asOf: COUNTY_AS_OF });

test('removes sample regions from the live records once, and keeps the real records of a mixed one', async () => {
  await importCounties(SAMPLE_AZ, SAMPLE_GA);
  await importCounties(RECORDS_AZ);
  await markAsSample('current', 'AZ');
  await markAsSample('current', 'GA');
  expect(await shown()).toEqual([
    ['AZ', SAMPLE_AZ.parcels + RECORDS_AZ.parcels],
    ['GA', SAMPLE_GA.parcels],
  ]);
  expect(await take()).toEqual(['AZ', 'GA']);
  expect(await shown()).toEqual([['AZ', RECORDS_AZ.parcels]]);
  expect(await take()).toEqual([]);
});

test('prevents a rollback to the sample', async () => {
  await importCounties(SAMPLE_AZ);
  await markAsSample('current', 'AZ');
  expect(await take()).toEqual(['AZ']);
  expect(await shown()).toEqual([]);
  expect(await listPartitions(db.sql, 'live')).toEqual([]);
  await expect(rollbackMarket({ sql: db.sql })).rejects.toThrow('no earlier version');
  expect(await take()).toEqual([]);
});

test('drops a sample that real records had replaced', async () => {
  await importCounties(SAMPLE_AZ);
  await importCounties(RECORDS_AZ);
  await markAsSample('previous', 'AZ');
  expect(await take()).toEqual([]);
  const [row] = await db.sql<{ previous: unknown }[]>`select previous from market.region where region = 'AZ'`;
  expect(row?.previous).toBeNull();
  expect((await shown()).length).toBe(1);
});

test('removes the sample from a dataset of another release, also through a rebuild', async () => {
  await importCounties(SAMPLE_AZ, SAMPLE_GA);
  await markAsSample('current', 'AZ');
  await db.sql`update market.dataset set layout = 'older'`;
  await rebuildMarket({ home, sql: db.sql, asOf: COUNTY_AS_OF });
  expect(await shown()).toEqual([['GA', SAMPLE_GA.parcels]]);
});
