import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listPartitions, servingDataset } from '@plat/dataset';
import { REALMS, type Realm } from '@plat/kit';
import { importMarket, marketStatus, marketVersions, rebuildMarket, rollbackMarket } from '../index.ts';
import { COUNTY_AS_OF, type County, FIRST, writeCounty } from './county.fixture.ts';
import { beginWithFirst, db, dealsIn, home, importCounty, useHomes } from './county-home.fixture.ts';

const SECOND: County = { state: 'AZ', prefix: 'B', parcels: 6, latitude: 32.2, longitude: -110.9 };
const OTHER_STATE: County = { state: 'GA', prefix: 'C', parcels: 8, latitude: 33.7, longitude: -84.4 };

setDefaultTimeout(180_000);

describe('an import', () => {
  useHomes();

  const partitionsOf = async (region: string) =>
    (
      await db.sql<{ oid: number }[]>`
        select c.oid::int as oid from pg_class c join pg_inherits i on i.inhrelid = c.oid
        where relnamespace = 'market'::regnamespace and relname ~ ${`_${region.toLowerCase()}_v`} order by 1`
    ).map((row) => row.oid);

  const factFolders = async () =>
    (await Array.fromAsync(new Bun.Glob('*/*').scan({ cwd: join(home, 'market', 'facts'), onlyFiles: false }))).sort();

  test('serves its deals and reports what it read', async () => {
    const report = await importCounty(FIRST);
    expect(report).toMatchObject({ source: 'canonical', version: 1, rejects: [], reject_file: null });
    expect(report.dataset).toEqual({ version: 1, properties: 12, sales: 18, flips: 6, rentals: 6, buyers: 12 });
    expect(report.files.map(({ kind, read, kept, rejected }) => [kind, read, kept, rejected])).toEqual([
      ['properties', 12, 12, 0],
      ['transfers', 18, 18, 0],
    ]);
    const deals = await dealsIn(FIRST);
    expect(deals).toHaveLength(12);
    expect(deals.find((deal) => deal.parcelId === 'A-4')).toMatchObject({
      dealType: 'flip',
      eventDate: '2025-08-01',
      purchasePrice: 150_004,
      salePrice: 220_004,
      address: '104 Sample St, Sampleville, AZ 10001',
    });
  });

  test('of the same files changes nothing, and a changed file makes a new version', async () => {
    const first = await importCounty(FIRST);
    const before = await partitionsOf('AZ');
    const again = await importCounty(FIRST);
    expect(again).toMatchObject({ version: 1, files: first.files, dataset: first.dataset });
    expect(again.notes.at(-1)).toContain('nothing changed');
    expect(await partitionsOf('AZ')).toEqual(before);
    expect(await importCounty({ ...FIRST, parcels: 13 })).toMatchObject({ version: 2, dataset: { properties: 13 } });
  });

  test('of another state rebuilds no other region', async () => {
    await beginWithFirst();
    const before = await partitionsOf('AZ');
    const report = await importCounty(OTHER_STATE);
    expect(report.dataset).toMatchObject({ version: 2, properties: 20 });
    expect(await partitionsOf('AZ')).toEqual(before);
    expect(await dealsIn(FIRST)).toHaveLength(12);
    expect(await dealsIn(OTHER_STATE)).toHaveLength(8);
  });

  test("of a second county of a state keeps the first one's records without its files", async () => {
    await beginWithFirst();
    await rm(join(home, 'input'), { recursive: true });
    expect((await importCounty(SECOND)).dataset).toMatchObject({ version: 2, properties: 18, flips: 9, rentals: 9 });
    expect(await dealsIn(FIRST)).toHaveLength(12);
    expect(await dealsIn(SECOND)).toHaveLength(6);
  });

  test('that is a dry run changes nothing', async () => {
    const report = await importCounty(FIRST, { dryRun: true });
    expect(report).toMatchObject({ version: 0, dataset: { properties: 0 } });
    expect(report.files[0]).toMatchObject({ kind: 'properties', read: 12, kept: 12 });
    expect(await listPartitions(db.sql, 'live')).toEqual([]);
    expect(await factFolders()).toEqual([]);
  });

  test('with too many bad rows fails, names the reject file, and changes nothing', async () => {
    await beginWithFirst();
    const folder = await writeCounty(join(home, 'bad'), SECOND);
    const transfers = join(folder, 'transfers.csv');
    await Bun.write(transfers, (await Bun.file(transfers).text()).replaceAll('2025-03-01', 'some day'));
    const failure = await importMarket({
      home,
      sql: db.sql,
      source: { kind: 'canonical' },
      files: [folder],
      asOf: COUNTY_AS_OF,
    }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'MarketError' });
    const rejects = /in (\S+\.csv)/.exec((failure as { advice: string }).advice)?.[1];
    expect(await Bun.file(rejects!).text()).toContain('some day');
    expect(await marketStatus(db.sql, 'live')).toMatchObject({ version: 1, properties: 12 });
  });

  test('keeps real records and the sample market of one state apart, each in its own realm', async () => {
    await importCounty(FIRST, { realm: 'sample' });
    expect((await importCounty(SECOND)).dataset).toMatchObject({ version: 1, properties: 6 });
    const shown = async (realm: Realm) =>
      (await marketStatus(db.sql, realm)).regions.map(({ region, properties, is_sample }) => [
        ...[region, properties, is_sample],
      ]);
    expect(await shown('live')).toEqual([['AZ', 6, false]]);
    expect(await shown('sample')).toEqual([['AZ', FIRST.parcels, true]]);
    for (const realm of REALMS) {
      const dataset = await servingDataset(db.sql, realm);
      const rows = await dataset.ask<{ count: number }>(
        `select count(*) from ${dataset.rowsOf('property', null)} p`,
        [],
      );
      expect(rows[0]?.count).toBe(realm === 'live' ? 6 : FIRST.parcels);
    }
    await importCounty(OTHER_STATE, { realm: 'sample' });
    expect(await shown('sample')).toEqual([['GA', OTHER_STATE.parcels, true]]);
    expect(await shown('live')).toEqual([['AZ', 6, false]]);
  });

  test('under a corrected mapping replaces the earlier one of the same files', async () => {
    const file = join(home, 'roll.csv');
    await Bun.write(
      file,
      'id,where,place,x,y\nP1,1 Sample St,Sampleville,33.4,-112\nP2,2 Sample St,Sampleville,33.4,-112\n',
    );
    const mapping = (parcel: string) => ({
      name: 'my-county',
      title: 'My county',
      inputs: [
        {
          file: 'roll.csv',
          produces: [
            {
              kind: 'properties',
              columns: {
                parcel_id: parcel,
                address: 'where',
                city: 'place',
                state: { constant: 'AZ' },
                latitude: 'x',
                longitude: 'y',
              },
            },
          ],
        },
      ],
    });
    const path = join(home, 'mapping.json');
    const request = { home, sql: db.sql, source: { kind: 'file', path }, files: [file], asOf: COUNTY_AS_OF } as const;
    await Bun.write(path, JSON.stringify(mapping('where')));
    expect(await importMarket(request)).toMatchObject({ version: 1, source: 'my-county', dataset: { properties: 2 } });
    await Bun.write(path, JSON.stringify(mapping('id')));
    expect(await importMarket(request)).toMatchObject({ version: 2, dataset: { properties: 2 } });
    const parcels = await db.sql`select parcel_id from market.property order by 1`;
    expect(parcels.map((row) => row.parcel_id)).toEqual(['P1', 'P2']);
  });

  test('can be rolled back, forward again, and repeated', async () => {
    await beginWithFirst();
    await expect(rollbackMarket({ sql: db.sql })).rejects.toThrow('no earlier version');
    await importCounty(SECOND);
    await importCounty(OTHER_STATE);
    expect(await rollbackMarket({ sql: db.sql })).toMatchObject({
      version: 4,
      regions: [{ region: 'GA', serves: null, replaced: 3 }],
      dataset: { properties: 18 },
    });
    expect(await dealsIn(OTHER_STATE)).toEqual([]);
    expect((await rollbackMarket({ sql: db.sql })).dataset).toMatchObject({ version: 5, properties: 26 });
    expect(await dealsIn(OTHER_STATE)).toHaveLength(8);
    await rollbackMarket({ sql: db.sql });
    expect(await importCounty(OTHER_STATE)).toMatchObject({ version: 7, dataset: { properties: 26 } });
    expect(
      (await marketVersions(db.sql, 'live')).map(({ version, kind, is_serving }) => [version, kind, is_serving]),
    ).toEqual([
      [7, 'import', true],
      [6, 'rollback', false],
      [5, 'rollback', false],
      [4, 'rollback', false],
      [3, 'import', false],
      [2, 'import', false],
      [1, 'import', false],
    ]);
  });

  test('fails with a plain message when earlier facts are missing', async () => {
    await beginWithFirst();
    await rm(join(home, 'market', 'facts'), { recursive: true });
    const failure = await importCounty(SECOND).catch((error: unknown) => error);
    expect((failure as { plainText: string }).plainText).toMatch(/^The facts of an earlier import \(canonical\).*\.$/);
    expect(await dealsIn(FIRST)).toHaveLength(12);
  });

  test.each([
    ['cut off', (whole: Uint8Array) => whole.subarray(0, whole.length / 2)],
    [
      'overwritten',
      (whole: Uint8Array) =>
        whole.map((byte, at) => (at > whole.length - 200 && at < whole.length - 8 ? byte ^ 85 : byte)),
    ],
  ])('onto facts that were %s says so plainly, and keeps serving', async (_, damage) => {
    await beginWithFirst();
    const facts = await Array.fromAsync(new Bun.Glob('market/facts/**/*.parquet').scan({ cwd: home, absolute: true }));
    for (const path of facts) await Bun.write(path, damage(await Bun.file(path).bytes()));
    const failure = await importCounty(SECOND).catch((error: unknown) => error);
    expect((failure as { plainText: string }).plainText).toMatch(/^The kept facts of an earlier import are damaged \(/);
    expect(await dealsIn(FIRST)).toHaveLength(12);
  });

  test('rebuilds everything from the facts when the tables are of another release', async () => {
    await beginWithFirst();
    await db.sql`update market.dataset set layout = 'another release'`;
    await db.sql`alter table market.deal drop column reliability`;
    const report = await importCounty(OTHER_STATE);
    expect(report.notes.join()).toContain('made by another release');
    expect(report.dataset).toMatchObject({ version: 2, properties: 20 });
    expect(await dealsIn(FIRST)).toHaveLength(12);

    await db.sql`update market.dataset set layout = 'another release'`;
    expect(await rebuildMarket({ home, sql: db.sql, asOf: COUNTY_AS_OF })).toMatchObject({
      version: 3,
      properties: 20,
    });
    expect(await dealsIn(OTHER_STATE)).toHaveLength(8);
    await expect(rollbackMarket({ sql: db.sql })).rejects.toThrow('no earlier version');
  });
});
