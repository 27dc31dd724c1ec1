import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { importMarket } from '../index.ts';
import { COUNTY_AS_OF, type County, writeCounty } from './county.fixture.ts';

setDefaultTimeout(60_000);

/** Six rentals at 150,001 to 150,011 dollars: houses of three bedrooms in ZIP code 10001. */
const COUNTY: County = { state: 'AZ', prefix: 'A', parcels: 12, latitude: 33.4, longitude: -112 };

let db: TestDatabase;
let home: string;
beforeEach(async () => {
  db = await testDatabase();
  home = await mkdtemp(join(tmpdir(), 'plat-rents-'));
});
afterEach(async () => {
  await db.close();
  await rm(home, { recursive: true, force: true });
});

const importFiles = (files: string) =>
  importMarket({
    home,
    sql: db.sql,
    source: { kind: 'canonical' },
    files: [files],
    asOf: COUNTY_AS_OF,
    maxRejectedShare: 1,
  });

async function importRents(name: string, ...rows: string[]) {
  const file = join(home, `rents-${name}.csv`);
  const columns = 'zip,state,rent_0_bedrooms,rent_1_bedroom,rent_2_bedrooms,rent_3_bedrooms,rent_4_bedrooms';
  await Bun.write(file, `${columns}\n${rows.join('\n')}\n`);
  return importFiles(file);
}

const rentsAndClasses = async () => ({
  rents: (
    await db.sql<{ rent: string }[]>`
    select distinct coalesce(rent_source || ' ' || estimated_rent, 'none') as rent from market.property`
  ).map(({ rent }) => rent),
  classes: (
    await db.sql<{ class: string; deals: number }[]>`
    select coalesce(purchase_class, 'none') as class, count(*) as deals from market.deal where deal_type = 'rental' group by 1`
  ).map((row) => `${row.deals} ${row.class}`),
});

test('loads a table of rents after the records, and uses the latest row of a ZIP code', async () => {
  await importFiles(await writeCounty(join(home, 'input'), COUNTY));
  expect(await rentsAndClasses()).toEqual({ rents: ['none'], classes: ['6 none'] });

  // 150,001 / (12 x 1,500) = 8.3, against 1 / 0.0745 = 13.4: 0.62 times.
  const report = await importRents('old', '10001,AZ,,,,"$1,500",');
  expect(report.files.map(({ kind, kept }) => [kind, kept])).toEqual([['rents', 1]]);
  expect(await rentsAndClasses()).toEqual({ rents: ['table 1500'], classes: ['6 conservative'] });

  // 150,001 / (12 x 1,000) = 12.5: 0.93 times.
  await importRents('new', '10001,AZ,700,800,900,1000,1100');
  expect(await rentsAndClasses()).toEqual({ rents: ['table 1000'], classes: ['6 moderate'] });
});

test('rejects rows of a table of rents without a rent', async () => {
  const { rejects } = await importRents('bad', '10001,AZ,,,,0,', 'ABC,AZ,1,,,,', '10001,Atlantis,1,,,,', ',AZ,1,,,,');
  expect(Object.fromEntries(rejects.map(({ reason, count }) => [reason, count]))).toEqual({
    'no rent for any number of bedrooms': 1,
    'zip is not a ZIP code': 1,
    'state is not a US state': 1,
    'zip is missing': 1,
  });
});

test('applies a table of rents to records imported later', async () => {
  await importRents('first', '10001,AZ,,,,1500,');
  const { dataset } = await importFiles(await writeCounty(join(home, 'input'), COUNTY));
  expect(dataset.properties).toBe(COUNTY.parcels);
  expect((await rentsAndClasses()).rents).toEqual(['table 1500']);
});
