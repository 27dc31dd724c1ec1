import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { type Geocode, importMarket } from '../index.ts';
import { openGeocodeMemory } from '../map/geocode-memory.ts';

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
    home,
    sql: db.sql,
    source: { kind: 'canonical' },
    files: [join(home, 'properties.csv')],
    asOf: '2026-01-01',
    geocode,
  });
const placed = async (): Promise<number> => (await db.sql`select 1 from market.property where cell is not null`).length;

test('geocodes an import without coordinates later, once', async () => {
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

test('imports without a geocoder that is down, and asks it again next time', async () => {
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

test('asks for no address twice under a corrected mapping, also for those not found', async () => {
  const asked: string[] = [];
  const geocode: Geocode = async (address) => {
    asked.push(address);
    if (address.startsWith('1 ')) return null;
    if (address.startsWith('2 ') && asked.length <= PROPERTIES) throw new Error('away');
    return { latitude: 39, longitude: -105 };
  };
  const importAs = (name: string) =>
    importMarket({
      home,
      sql: db.sql,
      source: { kind: 'canonical' },
      asOf: '2026-01-01',
      geocode,
      geocoderName: name,
      files: [join(home, 'properties.csv')],
    });
  await importAs('http://geocoder');
  expect(asked).toHaveLength(PROPERTIES);

  const file = join(home, 'properties.csv');
  await Bun.write(file, (await Bun.file(file).text()).replaceAll('Sample St', 'sample  st.'));
  const report = await importAs('http://geocoder');
  expect(report.notes.join()).toContain('99 addresses known from earlier imports, 1 asked, 1 found, 0 failed');
  expect(asked).toHaveLength(PROPERTIES + 1);
  expect(await placed()).toBe(PROPERTIES - 1);

  await Bun.write(file, (await Bun.file(file).text()).replaceAll('Sampleville', 'SAMPLEVILLE'));
  await importAs('http://another-geocoder');
  expect(asked).toHaveLength(2 * PROPERTIES + 1);
});

test('keeps answers when the import stops after them', async () => {
  const memory = openGeocodeMemory(home, 'g', '2026-01-01');
  for (let row = 0; row < 120; row++) memory.keep(`${row} Sample St`, { latitude: 39, longitude: -105 });
  const other = openGeocodeMemory(home, 'g', '2026-01-01');
  expect(other.find('99 SAMPLE ST')).toEqual({ latitude: 39, longitude: -105 });
  expect(other.find('110 Sample St')).toBeUndefined();
  other.keep('1 Nowhere', null);
  other.close();
  memory.close();
  const later = openGeocodeMemory(home, 'g', '2026-05-01');
  expect(later.find('110 sample st.')).toEqual({ latitude: 39, longitude: -105 });
  expect(later.find('1 Nowhere')).toBeUndefined();
  later.close();
  const soon = openGeocodeMemory(home, 'g', '2026-02-01');
  expect(soon.find('1 nowhere')).toBeNull();
  soon.close();
});
