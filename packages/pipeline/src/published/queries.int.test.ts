import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  cellOf,
  cellSql,
  contactsFor,
  type Dataset,
  datasetStatus,
  ensureMarketSchema,
  nearestProperty,
  newestNationalSuppressionDate,
  propertyById,
  servingDataset,
  suppressedAmong,
  watchDataset,
} from '@plat/dataset';
import { readPoolOf } from '@plat/db';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { type Given, stateAt, workingTables } from '../import/hand-made-market.fixture.ts';
import { loadPartitions } from '../publish/publish-load.ts';
import { swapIn } from '../publish/publish-swap.ts';

const HERE = { latitude: 33.45, longitude: -112.07 };
const METER = 1 / 111_195;
const UGLY = 'quote " comma , back\\slash\nnew line \u0000 NULL \\N é {}';

describe('queries of the dataset', () => {
  let db: TestDatabase;
  let dataset: Dataset;
  let folder: string;

  beforeAll(async () => {
    db = await testDatabase();
    folder = await mkdtemp(join(tmpdir(), 'plat-queries-'));
    await ensureMarketSchema(db.sql);
    const property = (property_id: number, north: number, more: Given = {}): Given => ({
      property_id,
      latitude: HERE.latitude + north * METER,
      longitude: HERE.longitude,
      property_type: 'SFR',
      ...more,
    });
    const state = await workingTables(
      {
        property: [property(1, 25, { subdivision: UGLY, apn: '' }), property(2, 10), property(3, 10), property(4, 40)],
      },
      'AZ',
    );
    const all = await workingTables(
      {
        contact: [
          {
            name_key: 'ACME HOMES LLC',
            wireless: ['6025550101', '6025550102'],
            landline: [],
            email: ['a"b@example.com'],
          },
          { name_key: 'ACME HOMES LLC', mailing_key: 'PO BOX 1|85001', wireless: [], landline: [], email: [] },
          { name_key: 'OTHER LLC', wireless: [], landline: [], email: [] },
        ],
        suppression: [
          { kind: 'phone', value: '6025550101', list: 'national_dnc', listed_on: '2025-12-01' },
          { kind: 'phone', value: '6025550101', list: 'litigator' },
          { kind: 'phone', value: '6025550109', list: 'national_dnc', listed_on: '2025-12-15' },
          { kind: 'email', value: '6025550102', list: 'opt_out' },
          { kind: 'person', value: 'ADA SAMPLE|85001', list: 'deletion', listed_on: '2026-01-01' },
        ],
      },
      'ALL',
    );
    await loadPartitions(db.sql, 'live', state, 'AZ', 1, { temporaryDirectory: folder });
    await loadPartitions(db.sql, 'live', all, 'ALL', 1, { temporaryDirectory: folder });
    await swapIn(db.sql, 'live', { version: 1, kind: 'import', asOf: '2026-01-01', imports: [] }, [
      { region: 'AZ', current: stateAt(1), previous: null },
      { region: 'ALL', current: stateAt(1, { bounds: null }), previous: null },
    ]);
    dataset = await servingDataset(db.sql, 'live');
  });
  afterAll(async () => {
    await db.close();
    await rm(folder, { recursive: true });
  });

  test('finds the nearest property within 30 metres, the lowest id among equals', async () => {
    expect(await nearestProperty(dataset, HERE.latitude, HERE.longitude)).toMatchObject({ property_id: 2 });
    expect(await nearestProperty(dataset, HERE.latitude + 26 * METER, HERE.longitude)).toMatchObject({
      property_id: 1,
    });
    expect(await nearestProperty(dataset, HERE.latitude + 75 * METER, HERE.longitude)).toBeNull();
    expect(await nearestProperty(dataset, HERE.latitude + 69 * METER, HERE.longitude)).toMatchObject({
      property_id: 4,
    });
    expect(await nearestProperty(dataset, 89, 0)).toBeNull();
  });

  test('returns odd, empty and missing texts unchanged, except for NUL characters', async () => {
    expect(await propertyById(dataset, 1)).toMatchObject({
      subdivision: UGLY.replace('\u0000', ''),
      apn: '',
      land_use: null,
    });
    expect(await propertyById(dataset, 99)).toBeNull();
  });

  test('returns all contacts of the requested names', async () => {
    const found = await contactsFor(dataset, ['ACME HOMES LLC', 'NOBODY', 'ACME HOMES LLC']);
    expect(found).toHaveLength(2);
    expect(found.find((one) => one.mailing_key === null)).toMatchObject({
      wireless: ['6025550101', '6025550102'],
      email: ['a"b@example.com'],
    });
    expect(await contactsFor(dataset, [])).toEqual([]);
  });

  test('returns suppressions of the requested kind with every list', async () => {
    const found = await suppressedAmong(db.sql, 'live', {
      phones: ['6025550101', '6025550102'],
      emails: ['x@example.com'],
      persons: ['ADA SAMPLE|85001'],
      names: [],
    });
    expect(found.entries.map(({ kind, list }) => `${kind} ${list}`).sort()).toEqual([
      'person deletion',
      'phone litigator',
      'phone national_dnc',
    ]);
    expect(found).toMatchObject({ namesakes: [], newestNationalDate: '2025-12-15' });
    const nothing = { phones: [], emails: [], persons: [], names: [] };
    const none = { entries: [], namesakes: [], newestNationalDate: '2025-12-15' };
    expect(await suppressedAmong(db.sql, 'live', nothing)).toEqual(none);
    expect(await newestNationalSuppressionDate(db.sql, 'live')).toBe('2025-12-15');
  });

  test('returns suppressions of persons by name alone, in every ZIP code', async () => {
    const values = async (...names: string[]) =>
      (await suppressedAmong(db.sql, 'live', { phones: [], emails: [], persons: [], names })).namesakes.map(
        ({ value }) => value,
      );
    expect(await values('ADA SAMPLE')).toEqual(['ADA SAMPLE|85001']);
    expect(await values('ADA', 'SAMPLE', 'ADA SAMPL', 'ada sample', '')).toEqual([]);
    expect(await values()).toEqual([]);
  });

  test('returns the status before and after an import', async () => {
    const empty = await testDatabase();
    await ensureMarketSchema(empty.sql);
    expect(await datasetStatus(empty.sql, 'live')).toMatchObject({ version: 0, properties: 0, regions: [] });
    await empty.close();
    expect(await datasetStatus(db.sql, 'live')).toMatchObject({
      version: 1,
      regions: [{ region: 'ALL' }, { region: 'AZ' }],
    });
  });

  test('tells a watcher every version, also one whose notice was lost', async () => {
    const heard: number[] = [];
    const watch = await watchDataset(readPoolOf(db.sql), 'live', (version) => heard.push(version), {
      pollSeconds: 0.1,
    });
    expect(heard).toEqual([1]);
    await db.sql`insert into market.version (version, kind, as_of, imports, regions) values (2, 'import', '2026-01-01', '[]', '{}')`;
    while (heard.length < 2) await Bun.sleep(20);
    await swapIn(db.sql, 'live', { version: 3, kind: 'import', asOf: '2026-01-01', imports: [] }, []);
    while (heard.length < 3) await Bun.sleep(20);
    expect(heard).toEqual([1, 2, 3]);
    await watch.stop();
  });

  test('gives a cell one number in TypeScript, DuckDB and PostgreSQL, and null without coordinates', async () => {
    const duck = await workingTables({}, 'AZ');
    const places = [
      [33.45, -112.07],
      [-90, -180],
      [90, 180],
      [0, 0],
      [47.123456789, -122.987654321],
      [19.999999999999, 179.999999999999],
    ] as const;
    for (const [latitude, longitude] of places) {
      const expression = cellSql(`(${latitude})::double precision`, `(${longitude})::double precision`);
      const [row] = await db.sql.unsafe<{ cell: number }[]>(`select ${expression} as cell`);
      const fromDuck = (await duck.runAndReadAll(`select ${expression}`)).getRows()[0]![0];
      expect([row!.cell, fromDuck]).toEqual([cellOf({ latitude, longitude }), cellOf({ latitude, longitude })]);
    }
    const none = cellSql('null::double precision', '(1)::double precision');
    expect((await db.sql.unsafe(`select ${none} as cell`))[0]!.cell).toBeNull();
    expect((await duck.runAndReadAll(`select ${none}`)).getRows()[0]![0]).toBeNull();
  });
});

test('loads no DuckDB in services', async () => {
  const probe = `import '@plat/dataset'; process.exit([...Object.keys(require.cache)].some((path) => path.includes('duckdb')) ? 1 : 0)`;
  const child = Bun.spawn([process.execPath, '-e', probe], { cwd: import.meta.dir, stderr: 'pipe' });
  expect(await child.exited).toBe(0);
});
