import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureMarketSchema, LAYOUT_HASH, listPartitions, servingDataset, suppressedAmong } from '@plat/dataset';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { copiedHome } from '../import/copied-home.fixture.ts';
import { COUNTY_AS_OF, type County, writeCounty } from '../import/county.fixture.ts';
import { importMarket, marketVersions, rollbackMarket } from '../index.ts';

const AZ: County = { state: 'AZ', prefix: 'A', parcels: 4, latitude: 33.4, longitude: -112 };
const GA: County = { state: 'GA', prefix: 'C', parcels: 3, latitude: 33.7, longitude: -84.4 };

setDefaultTimeout(180_000);

let db: TestDatabase;
let home: string;
beforeEach(async () => {
  db = await testDatabase();
  home = await mkdtemp(join(tmpdir(), 'plat-versions-'));
});
afterEach(async () => {
  await db.close();
  await rm(home, { recursive: true, force: true });
});

/** Two parcels of Arizona, the start of most tests. */
const two = copiedHome(async ({ sql, home: folder }) => {
  const files = [await writeCounty(join(folder, 'input', AZ.prefix), { ...AZ, parcels: 2 })];
  await importMarket({ home: folder, sql, source: { kind: 'canonical' }, files, asOf: COUNTY_AS_OF });
});
afterAll(() => two.remove());
async function beginWithTwo(): Promise<void> {
  await db.close();
  db = await two.copyTo(home);
}

const importFolder = (folder: string) =>
  importMarket({ home, sql: db.sql, source: { kind: 'canonical' }, files: [folder], asOf: COUNTY_AS_OF });
const importCounty = async (county: County, parcels = county.parcels) =>
  importFolder(await writeCounty(join(home, 'input', county.prefix), { ...county, parcels }));
async function importFiles(name: string, files: Record<string, string>) {
  for (const [file, content] of Object.entries(files)) await Bun.write(join(home, 'input', name, file), content);
  return importFolder(join(home, 'input', name));
}
const foldersIn = (name: string, pattern: string): Promise<string[]> =>
  Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: join(home, 'market', name), onlyFiles: false }));
const parcels = async (): Promise<number> => (await db.sql`select 1 from market.property`).length;
const versions = () => marketVersions(db.sql, 'live', home);
const kept = async () =>
  (await versions()).filter((one) => one.is_kept && one.restores === null).map(({ version }) => version);

describe('a rollback', () => {
  test('reaches five versions besides the serving one, and no older one', async () => {
    for (const count of [2, 3, 4, 5, 6, 7, 8]) await importCounty(AZ, count);
    expect(await kept()).toEqual([7, 6, 5, 4, 3, 2]);
    // The facts of all imports are kept, and the tables of those versions.
    expect(await foldersIn('facts', '*/*')).toHaveLength(7);
    expect(await foldersIn('tmp', '*')).toHaveLength(1);
    const deals = (await listPartitions(db.sql, 'live')).filter((name) => name.startsWith('deal_'));
    expect(deals).toEqual([2, 3, 4, 5, 6, 7].map((build) => `deal_az_v${build}`));
    await expect(rollbackMarket({ sql: db.sql, to: 1 })).rejects.toThrow('Version 1 is no longer kept');
    await expect(rollbackMarket({ sql: db.sql, to: 7 })).rejects.toThrow('Version 7 serves already');
    await expect(rollbackMarket({ sql: db.sql, to: 70 })).rejects.toThrow('There is no version 70');

    expect(await rollbackMarket({ sql: db.sql, to: 3 })).toMatchObject({ version: 8, restores: 3 });
    expect(await parcels()).toBe(4);
    expect((await listPartitions(db.sql, 'live')).filter((name) => name.startsWith('deal_'))).toHaveLength(6);
    expect(await rollbackMarket({ sql: db.sql })).toMatchObject({ version: 9, restores: 7 });
    expect(await rollbackMarket({ sql: db.sql, to: 2 })).toMatchObject({ version: 10, restores: 2 });
    expect(await parcels()).toBe(3);
    expect(await kept()).toEqual([7, 6, 5, 4, 3, 2]);
    expect((await versions())[0]).toMatchObject({ version: 10, kind: 'rollback', restores: 2, is_serving: true });
  });

  test('covers the whole dataset: every region serves what that version had', async () => {
    await beginWithTwo();
    await importCounty(GA);
    await importCounty(AZ, 4);
    expect(await rollbackMarket({ sql: db.sql, to: 1 })).toMatchObject({
      regions: [
        { region: 'AZ', serves: 1, replaced: 3 },
        { region: 'GA', serves: null, replaced: 2 },
      ],
      dataset: { properties: 2 },
    });
    expect((await rollbackMarket({ sql: db.sql, to: 3 })).dataset).toMatchObject({ properties: 7 });
  });

  test('builds nothing, so a build keeps its name in caches', async () => {
    await beginWithTwo();
    const before = (await servingDataset(db.sql, 'live')).buildOf('AZ');
    await importCounty(AZ, 3);
    await rollbackMarket({ sql: db.sql, to: 1 });
    expect((await servingDataset(db.sql, 'live')).buildOf('AZ')).toBe(before);
  });

  test('reports the size of each version alone', async () => {
    await beginWithTwo();
    await importCounty(GA);
    const [latest, first] = await versions();
    expect(first?.bytes_alone).toBe(0);
    expect(latest?.bytes_alone).toBeGreaterThan(0);
    await importCounty(AZ, 3);
    expect((await versions()).map(({ bytes_alone }) => (bytes_alone ?? 0) > 0)).toEqual([true, false, false]);
  });
});

describe('do-not-contact lists', () => {
  const CONTACTS = 'name,first_name,last_name,wireless_1\n';
  const SUPPRESSIONS = 'kind,value,list,listed_on\n';
  const phones = ['6025550142', '6025550143'];
  const listed = async () => {
    const { entries } = await suppressedAmong(db.sql, 'live', { phones, emails: [], persons: [], names: [] });
    return entries.map(({ value }) => value).sort();
  };
  const contacts = async () => [...(await db.sql`select wireless from market.contact`)].flatMap((row) => row.wireless);

  test('stay in force after a rollback, which brings contacts back', async () => {
    await importFiles('first', {
      'contacts.csv': `${CONTACTS}ASHBROOK RUTH,Ruth,Ashbrook,6025550142\n`,
      'suppressions.csv': `${SUPPRESSIONS}phone,6025550142,opt_out,2025-01-01\n`,
    });
    await importFiles('second', {
      'contacts.csv': `${CONTACTS}BELL ANN,Ann,Bell,6025550199\n`,
      'suppressions.csv': `${SUPPRESSIONS}phone,6025550143,opt_out,2025-02-01\n`,
    });
    expect(await contacts()).toHaveLength(2);
    await rollbackMarket({ sql: db.sql });
    expect(await contacts()).toEqual(['6025550142']);
    expect(await listed()).toEqual(phones);

    await importFiles('third', { 'contacts.csv': `${CONTACTS}CARR JO,Jo,Carr,6025550188\n` });
    expect(await contacts()).toHaveLength(2);
    expect(await listed()).toEqual(phones);
    await rollbackMarket({ sql: db.sql, to: 2 });
    expect(await contacts()).toHaveLength(2);
    expect(await listed()).toEqual(phones);
  });

  test('stay in force when the restored version had no lists', async () => {
    await beginWithTwo();
    await importFiles('lists', { 'suppressions.csv': `${SUPPRESSIONS}phone,6025550142,opt_out,2025-01-01\n` });
    await importCounty(AZ, 3);
    await rollbackMarket({ sql: db.sql, to: 1 });
    expect(await parcels()).toBe(2);
    expect(await listed()).toEqual(['6025550142']);
    await importCounty(AZ, 4);
    expect(await listed()).toEqual(['6025550142']);
  });

  test('are imported again in full when a rollback took the contacts of their import', async () => {
    await beginWithTwo();
    const both = {
      'contacts.csv': `${CONTACTS}ASHBROOK RUTH,Ruth,Ashbrook,6025550142\n`,
      'suppressions.csv': `${SUPPRESSIONS}phone,6025550143,opt_out,2025-01-01\n`,
    };
    await importFiles('both', both);
    await rollbackMarket({ sql: db.sql });
    expect(await contacts()).toEqual([]);
    await importFiles('both', both);
    expect(await contacts()).toEqual(['6025550142']);
    expect(await listed()).toEqual(['6025550143']);
  });
});

test('keeps the serving version and the previous one in a database of an earlier release', async () => {
  await beginWithTwo();
  await importCounty(AZ, 3);
  await db.sql`drop table market.build`;
  await db.sql`alter table market.version drop column restores`;
  await db.sql`alter table market.version drop constraint version_kind_check`;
  await db.sql`alter table market.version add constraint version_kind_check check (kind in ('import', 'rebuild', 'rollback'))`;
  await Promise.all([1, 2, 3].map(() => ensureMarketSchema(db.sql)));
  expect(await db.sql`select layout from market.dataset`).toMatchObject([{ layout: LAYOUT_HASH }]);
  expect(await kept()).toEqual([2, 1]);
  await rollbackMarket({ sql: db.sql });
  expect(await parcels()).toBe(2);
});
