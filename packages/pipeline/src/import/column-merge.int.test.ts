import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { importMarket } from '../index.ts';
import { copiedHome } from './copied-home.fixture.ts';
import type { ImportRequest } from './runner.ts';

setDefaultTimeout(60_000);

const ROLL =
  'parcel_id,state,fips,address,city,zip,owner_name_1,owner_name_2,mailing_address,mailing_city,bedrooms\n' +
  'P-1,AZ,04013,1 Sample St,Sampleville,85001,ASHBROOK RUTH,ASHBROOK TOM,9 Far Rd,Farville,3\n' +
  'P-2,AZ,04013,2 Sample St,Sampleville,85001,BELL ANN,,2 Sample St,Sampleville,4\n' +
  'P-3,AZ,04013,3 Sample St,Sampleville,85001,CARR JO,,3 Sample St,Sampleville,2\n';
const COORDINATES = 'parcel_id,state,latitude,longitude\nP-1,AZ,33.41,-112.01\nP-2,AZ,33.42,-112.02\n';

let db: TestDatabase;
let home: string;
let imports = 0;
beforeEach(async () => {
  imports = 0;
  db = await testDatabase();
  home = await mkdtemp(join(tmpdir(), 'plat-columns-'));
});
afterEach(async () => {
  await db.close();
  await rm(home, { recursive: true, force: true });
});

/** Imports canonical files by their contents. */
const importFiles = (files: Record<string, string>, more: Partial<ImportRequest> = {}) =>
  importInto({ home, sql: db.sql }, files, more);
async function importInto(
  target: Pick<ImportRequest, 'home' | 'sql'>,
  files: Record<string, string>,
  more: Partial<ImportRequest> = {},
) {
  const folder = join(target.home, 'input', String(++imports));
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await Bun.write(join(folder, name), content);
  const source = { kind: 'canonical' } as const;
  return importMarket({ ...target, source, files: [folder], asOf: '2026-01-01', ...more });
}

/** An import of the roll, the start of most tests. */
const roll = copiedHome((target) => importInto(target, { 'properties.csv': ROLL }));
afterAll(() => roll.remove());
async function beginWithRoll(): Promise<void> {
  await db.close();
  db = await roll.copyTo(home);
  imports = 1;
}

const properties = async () => [
  ...(await db.sql`
    select parcel_id, address_line, owner_name_1, owner_name_2, mailing_address, bedrooms, latitude, longitude
    from market.property order by parcel_id`),
];
const JOINED = [
  {
    parcel_id: 'P-1',
    address_line: '1 Sample St',
    owner_name_1: 'ASHBROOK RUTH',
    owner_name_2: 'ASHBROOK TOM',
    mailing_address: '9 Far Rd',
    bedrooms: 3,
    latitude: 33.41,
    longitude: -112.01,
  },
  {
    parcel_id: 'P-2',
    address_line: '2 Sample St',
    owner_name_1: 'BELL ANN',
    owner_name_2: null,
    mailing_address: '2 Sample St',
    bedrooms: 4,
    latitude: 33.42,
    longitude: -112.02,
  },
  {
    parcel_id: 'P-3',
    address_line: '3 Sample St',
    owner_name_1: 'CARR JO',
    owner_name_2: null,
    mailing_address: '3 Sample St',
    bedrooms: 2,
    latitude: null,
    longitude: null,
  },
];

describe('a roll and a file of coordinates', () => {
  test('join column by column in one import', async () => {
    await importFiles({ 'properties.csv': ROLL, 'properties-map.csv': COORDINATES });
    expect(await properties()).toEqual(JOINED);
  });

  test('join column by column in two imports, in either order', async () => {
    await beginWithRoll();
    await importFiles({ 'properties.csv': COORDINATES });
    expect(await properties()).toEqual(JOINED);

    await importFiles({ 'properties.csv': `${ROLL}P-4,AZ,04013,4 Sample St,Sampleville,85001,DAY JO,,,,2\n` });
    expect((await properties()).slice(0, 3)).toEqual(JOINED);
  });
});

describe('a later import', () => {
  test('replaces the columns that it maps, keeps the others, and keeps parcels that it lacks', async () => {
    await beginWithRoll();
    await importFiles({
      'properties.csv':
        'parcel_id,state,address,bedrooms,owner_name_1\nP-1,AZ,1 Sample St,5,ASHBROOK RUTH\nP-2,AZ,2 Sample St,4,EVANS LEE\n',
    });
    const [first, second, third] = await properties();
    expect(first).toMatchObject({ bedrooms: 5, owner_name_2: 'ASHBROOK TOM', mailing_address: '9 Far Rd' });
    expect(second).toMatchObject({ bedrooms: 4, owner_name_1: 'EVANS LEE' });
    expect(third).toEqual(JOINED[2]);
  });

  test('drops the co-owner when the owner changes', async () => {
    await beginWithRoll();
    await importFiles({ 'properties.csv': 'parcel_id,state,address,owner_name_1\nP-1,AZ,1 Sample St,EVANS LEE\n' });
    expect((await properties())[0]).toMatchObject({ owner_name_1: 'EVANS LEE', owner_name_2: null, bedrooms: 3 });
  });

  test('does not mix columns of parcels that share an identifier in two counties', async () => {
    await beginWithRoll();
    await importFiles({ 'properties.csv': 'parcel_id,state,fips,address\nP-1,AZ,04019,77 Other Ave\n' });
    expect((await properties())[0]).toMatchObject({ address_line: '77 Other Ave', owner_name_1: null, bedrooms: null });
  });

  test('keeps address columns of another import under a corrected mapping', async () => {
    await beginWithRoll();
    await importFiles({ 'properties.csv': COORDINATES });
    const path = join(home, 'mapping.json');
    const columns = Object.fromEntries(
      ROLL.split('\n')[0]!
        .split(',')
        .map((name) => [name, name]),
    );
    await Bun.write(
      path,
      JSON.stringify({
        name: 'corrected',
        title: 'Corrected',
        inputs: [
          {
            file: 'properties.csv',
            produces: [{ kind: 'properties', columns }],
          },
        ],
      }),
    );
    const files = [join(home, 'input', '1', 'properties.csv')];
    await importFiles({}, { source: { kind: 'file', path }, files });
    expect(await properties()).toEqual(JOINED);
  });

  test('joins facts of an earlier release by the columns that they fill', async () => {
    await beginWithRoll();
    const duck = await (await DuckDBInstance.create(':memory:')).connect();
    for await (const path of new Bun.Glob('market/facts/**/*.parquet').scan({ cwd: home, absolute: true })) {
      await duck.run(`COPY (SELECT * EXCLUDE (maps) FROM read_parquet('${path}')) TO '${path}.new' (FORMAT parquet)`);
      await rename(`${path}.new`, path);
    }
    duck.closeSync();
    await importFiles({ 'properties.csv': COORDINATES });
    expect(await properties()).toEqual(JOINED);
  });

  test('adds a loan to a recorded sale of the same document and keeps its price and parties', async () => {
    const deed = 'parcel_id,state,document_id,sale_date,price,grantor,grantee,deed_type\n';
    await importFiles({
      'properties.csv': ROLL,
      'transfers.csv': `${deed}P-1,AZ,D-1,2025-02-01,210000,BELL ANN,ASHBROOK RUTH,WD\n`,
    });
    await importFiles({
      'transfers.csv':
        'parcel_id,state,document_id,sale_date,loan_amount,lender\nP-1,AZ,D-1,2025-02-01,150000,FIRST BANK\n',
    });
    const sales =
      await db.sql`select document_id, price, grantor, grantee, loan_amount, purchase_method from market.sale`;
    expect([...sales]).toEqual([
      {
        document_id: 'D-1',
        price: 210000,
        grantor: 'BELL ANN',
        grantee: 'ASHBROOK RUTH',
        loan_amount: 150000,
        purchase_method: 'financed',
      },
    ]);
  });
});

describe('an import that would blank more than a fifth of the filled cells of a column', () => {
  const NO_OWNERS = 'parcel_id,state,address,owner_name_1\nP-1,AZ,1 Sample St,ASHBROOK RUTH\nP-2,AZ,2 Sample St,\n';

  test('stops before any change, and names the column, the counts and the flag', async () => {
    await importFiles({ 'properties.csv': ROLL, 'properties-map.csv': COORDINATES });
    const failure = await importFiles({ 'properties.csv': NO_OWNERS }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'MarketError' });
    const { plainText } = failure as { plainText: string };
    expect(plainText).toContain('owner_name_1 of properties in AZ: 1 of 2 filled values (50 %) become empty');
    expect(plainText).toContain('--allow-blanking');
    expect(plainText).not.toContain('latitude');
    expect(await importFiles({ 'properties.csv': NO_OWNERS }, { dryRun: true }).catch((e: Error) => e.name)).toBe(
      'MarketError',
    );
    expect(await properties()).toEqual(JOINED);
  });

  test('continues when the operator allows it, and reports the loss', async () => {
    await beginWithRoll();
    const report = await importFiles({ 'properties.csv': NO_OWNERS }, { allowBlanking: true });
    expect(report.notes.join()).toContain('owner_name_1 of properties in AZ: 1 of 2');
    expect((await properties())[1]).toMatchObject({ owner_name_1: null, bedrooms: 4 });
  });

  test('stops for prices of recorded sales too', async () => {
    const deed = 'parcel_id,state,document_id,sale_date,price,grantee\n';
    await importFiles({
      'properties.csv': ROLL,
      'transfers.csv': `${deed}P-1,AZ,D-1,2025-02-01,210000,ASHBROOK RUTH\n`,
    });
    await expect(importFiles({ 'transfers.csv': `${deed}P-1,AZ,D-1,2025-02-01,,ASHBROOK RUTH\n` })).rejects.toThrow(
      'price of transfers in AZ: 1 of 1',
    );
  });

  test('continues when a fifth or less becomes empty', async () => {
    const rows = (blank: number) =>
      Array.from(
        { length: 10 },
        (_, row) => `Q-${row},AZ,${row + 1} Sample St,${row < blank ? '' : 'ASHBROOK RUTH'}\n`,
      );
    const head = 'parcel_id,state,address,owner_name_1\n';
    await importFiles({ 'properties.csv': head + rows(0).join('') });
    expect(await importFiles({ 'properties.csv': head + rows(2).join('') })).toMatchObject({ version: 2 });
  });

  test('notes parcels that replace the parcel of another county', async () => {
    await beginWithRoll();
    const other = 'parcel_id,state,fips,address\nP-1,AZ,04019,77 Other Ave\n';
    const report = await importFiles({ 'properties.csv': other });
    expect(report.notes.join()).toContain('AZ: 1 parcels have the parcel_id of a parcel in another county');
  });
});
