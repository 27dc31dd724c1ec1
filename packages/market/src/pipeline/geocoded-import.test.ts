import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { type Geocode, importMarket } from './index.ts';

setDefaultTimeout(60_000);

const PROPERTIES = 100;
let db: TestDatabase;
let home: string;
beforeEach(async () => {
  db = await testDatabase();
  home = await mkdtemp(join(tmpdir(), 'plat-geocoded-'));
  const rows = Array.from({ length: PROPERTIES }, (_, row) => `G-${row},CO,${row + 1} Sample St,Sampleville\n`);
  await Bun.write(join(home, 'properties.csv'), `parcel_id,state,address,city\n${rows.join('')}`);
});
afterEach(async () => {
  await db.close();
  await rm(home, { recursive: true, force: true });
});

const importWith = (geocode?: Geocode) =>
  importMarket({
    ...{ home, sql: db.sql, source: { kind: 'canonical' }, files: [join(home, 'properties.csv')], asOf: '2026-01-01' },
    geocode,
  });
const placed = async (): Promise<number> => (await db.sql`select 1 from market.property where cell is not null`).length;

test('an import without coordinates is geocoded when it is asked for later, once', async () => {
  let asked = 0;
  const geocode: Geocode = async () => {
    asked++;
    return { latitude: 39, longitude: -105 };
  };
  expect(await importWith()).toMatchObject({ version: 1 });
  expect(await importWith(geocode)).toMatchObject({ version: 2, dataset: { properties: PROPERTIES } });
  expect(await placed()).toBe(PROPERTIES);
  expect(await importWith(geocode)).toMatchObject({ version: 2 });
  expect(await importWith()).toMatchObject({ version: 2 });
  expect(asked).toBe(PROPERTIES);
});

test('a geocoder that is down is given up on, keeps nothing from being imported, and is asked again next time', async () => {
  let asked = 0;
  const report = await importWith(async () => {
    asked++;
    throw new Error('down');
  });
  expect(report.dataset.properties).toBe(PROPERTIES);
  expect(asked).toBeLessThan(60);
  expect(report.notes.join()).toContain('it seems to be down');
  expect(await importWith(async () => ({ latitude: 39, longitude: -105 }))).toMatchObject({ version: 2 });
  expect(await placed()).toBe(PROPERTIES);
});
