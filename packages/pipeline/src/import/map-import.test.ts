import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import type { ImportSource } from '../sources/load-mapping.ts';
import { type MapImportRequest, mapImport } from './map-import.ts';

let folder: string;
let runs = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Imports files given as name and content. */
async function importOf(
  files: Record<string, string | Uint8Array>,
  source: ImportSource = 'canonical',
  more: Partial<MapImportRequest> = {},
) {
  const work = join(folder, `run-${++runs}`);
  const input = join(work, 'in');
  await mkdir(input, { recursive: true });
  for (const [name, content] of Object.entries(files)) await Bun.write(join(input, name), content);
  return mapImport({ source, files: [input], workDirectory: work, asOf: '2025-06-30', today: '2025-06-30', ...more });
}

async function factsOf(mapped: Awaited<ReturnType<typeof importOf>>, kind: string, columns: string) {
  const duck = await (await DuckDBInstance.create(':memory:')).connect();
  const paths = mapped.facts.filter((fact) => fact.kind === kind).map((fact) => `'${fact.path}'`);
  const found = await duck.runAndReadAll(
    `SELECT ${columns} FROM read_parquet([${paths.join(', ')}]) ORDER BY source_file, source_row`,
  );
  duck.closeSync();
  return found.getRowsJson();
}

const rejectLines = async (path: string): Promise<string[]> =>
  (await Bun.file(path).text())
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.slice(line.indexOf('.csv') + 4).replace(/^"?,/, ''));

describe('bad rows are counted by reason and the import goes on', () => {
  test('properties', async () => {
    const mapped = await importOf({
      'properties.csv':
        'parcel_id,address,state,latitude,longitude,year_built,homestead\n' +
        '1,1 Main St,AZ,33.4,-112.0,1990,Y\n' +
        ',2 Main St,AZ,,,,\n' +
        '\n' +
        '3,"3\nMain St",ZZ,,,,\n' +
        '4,,AZ,0,0,,\n' +
        '5,,Arizona,33.5,-112.1,0,maybe\n' +
        '6,6 Main St,AZ,95,-112,old,N\n' +
        '7,7 Main St,AZ,1,1,1,Y,extra\n',
    });
    expect(mapped.files).toEqual([
      { path: expect.stringContaining('properties.csv'), kind: 'properties', read: 7, kept: 3, rejected: 4 },
    ]);
    expect(mapped.rejects).toEqual([
      { reason: 'more cells than the header', count: 1 },
      { reason: 'neither an address nor usable coordinates', count: 1 },
      { reason: 'parcel_id is missing', count: 1 },
      { reason: 'state is not a US state', count: 1 },
    ]);
    expect(await rejectLines(mapped.rejectFile)).toEqual(
      [
        'properties,parcel_id,,parcel_id is missing,row rejected',
        'properties,state,ZZ,state is not a US state,row rejected',
        'properties,address,,neither an address nor usable coordinates,row rejected',
        'properties,homestead,maybe,homestead is neither yes nor no,value left out',
        'properties,latitude,95,latitude is not a usable coordinate,value left out',
        'properties,longitude,-112,longitude is not a usable coordinate,value left out',
        'properties,year_built,old,year_built is not a number in range,value left out',
        'properties,,extra,more cells than the header,row rejected',
      ].map((line, index) => `${[3, 5, 7, 8, 9, 9, 9, 10][index]},${line}`),
    );
    expect(await factsOf(mapped, 'properties', 'parcel_id, state, latitude, year_built, homestead')).toEqual([
      ['1', 'AZ', 33.4, 1990, true],
      ['5', 'AZ', 33.5, null, null],
      ['6', 'AZ', null, null, false],
    ]);
    expect(mapped.notes).toContain(
      '1 properties have no coordinates: they are kept for everything but radius searches',
    );
  });

  test('a parcel of several rows is without coordinates once, and only when none of them gives any', async () => {
    const rows = ['A,1 Main St,AZ,,', 'A,1 Main St,AZ,,', 'B,2 Main St,AZ,,', 'B,2 Main St,AZ,33.4,-112'];
    const mapped = await importOf({
      'properties.csv': `parcel_id,address,state,latitude,longitude\n${rows.join('\n')}\n`,
    });
    expect(mapped.notes).toContain(
      '1 properties have no coordinates: they are kept for everything but radius searches',
    );
  });

  test('transfers: dates, and states from the roll, from earlier imports and from the row', async () => {
    const roll = await importOf({ 'properties.csv': 'parcel_id,address,state\nA,1 Main St,AZ\nB,2 Main St,NV\n' });
    const known = roll.facts.map((fact) => fact.path);
    const mapped = await importOf(
      {
        'properties.csv': 'parcel_id,address,state\nB,9 Oak St,AZ\nC,3 Main St,AZ\n',
        'transfers.csv':
          'Parcel ID,Sale Date,price,state\n' +
          'A,1/2/24,"$1,234.00",\nC,20240103,(5),\nD,2024-01-04,1,nv\nB,2024-01-05,1,\nE,2024-01-06,1,\nA,2068-01-01,1,\nA,soon,1,\nA,1900-01-01,1,\nA,,1,\n',
      },
      'canonical',
      { knownProperties: known },
    );
    expect(await factsOf(mapped, 'transfers', 'parcel_id, sale_date, price')).toEqual([
      ['A', '2024-01-02', '1234'],
      ['C', '2024-01-03', null],
      ['D', '2024-01-04', '1'],
    ]);
    expect(mapped.facts.map(({ kind, region, rows }) => `${kind} ${region} ${rows}`)).toEqual([
      'properties AZ 2',
      'transfers AZ 2',
      'transfers NV 1',
    ]);
    expect(mapped.rejects.map(({ reason }) => reason).sort()).toEqual([
      'sale_date is a date in the future',
      'sale_date is a placeholder for an unknown date',
      'sale_date is missing',
      'sale_date is not a date',
      'state unknown: the parcel is on no imported roll and the row names no state',
      'state unknown: the parcel is on rolls of several states',
    ]);
  });

  test('contacts and suppressions belong to every region', async () => {
    const mapped = await importOf({
      'contacts.csv':
        'name,wireless_1,email_1,mood\nOAK LLC,+1 (602) 555-0101 x9,Ann@Example.COM,fine\nELM LLC,12,none,\n,602-555-0100,,\n',
      'suppressions.csv.gz': gzipSync(
        'kind,value,list\nPhone,6025550101,DNC\nphone,555,DNC\nfax,1,DNC\nperson,Ann  Sample|85001,whim\n' +
          'person,Ann Sample,DNC\nperson,Ann Sample|8500,DNC\nperson,|85001,DNC\nperson,ann sample | 85001-1234,DNC\n',
      ),
    });
    expect(await factsOf(mapped, 'contacts', 'name, wireless_1, email_1')).toEqual([
      ['OAK LLC', '6025550101', 'ann@example.com'],
      ['ELM LLC', null, null],
    ]);
    expect(await factsOf(mapped, 'suppressions', 'kind, value')).toEqual([
      ['phone', '6025550101'],
      ['person', 'ANN SAMPLE|85001'],
      ['person', 'ANN SAMPLE|*'],
      ['person', 'ANN SAMPLE|08500'],
      ['person', 'ANN SAMPLE|85001'],
    ]);
    expect(mapped.facts.every((fact) => fact.region === 'ALL')).toBe(true);
    expect(mapped.rejects.map(({ reason, count }) => [reason, count]).sort()).toEqual([
      ['kind is not phone, email or person', 1],
      ['name is missing', 1],
      ['value is not a person; write "FIRST LAST|ZIP" or "LAST, FIRST|ZIP", with or without the ZIP code', 1],
      ['value is not a phone number of 10 digits', 1],
    ]);
    expect(mapped.unknownCodes).toEqual([{ column: 'list', value: 'whim', count: 1 }]);
    expect(mapped.notes.join()).toContain('columns not used: mood');
    expect(mapped.notes).toContain('1 contacts hold a name only: no person, phone or e-mail address');
  });
});

test('unknown codes are counted by value, known ones and empty ones are not', async () => {
  const mapped = await importOf({
    'properties.csv':
      'parcel_id,address,state,property_type,land_use\n1,1 A St,AZ,SFR,\n2,2 A St,AZ,Q9,Duplex\n3,3 A St,AZ,Q9,\n4,4 A St,AZ,,Q7\n5,5 A St,AZ,,\n',
    'transfers.csv':
      'parcel_id,sale_date,deed_type,sale_validity\n1,2024-01-01,WD,\n1,2024-01-02,XYZ,Q\n1,2024-01-03,XYZ,?\n',
  });
  expect(mapped.unknownCodes).toEqual([
    { column: 'property_type', value: 'Q7', count: 1 },
    { column: 'property_type', value: 'Q9', count: 1 },
    { column: 'deed_type', value: 'XYZ', count: 2 },
    { column: 'sale_validity', value: '?', count: 1 },
  ]);
});

test('a sale code that the table of its state does not know is counted and named', async () => {
  const mapped = await importOf({
    'transfers.csv':
      'parcel_id,state,sale_date,sale_validity,vacant_at_sale\n' +
      '1,FL,2024-01-01,77,V\n1,FL,2024-02-01,77,I\n1,FL,2024-03-01,11,perhaps\n2,CT,2024-01-01,01,\n3,VA,2024-01-01,01,1:Land\n',
  });
  expect(mapped.unknownCodes).toEqual([
    { column: 'sale_validity', value: '77', state: 'FL', count: 2 },
    { column: 'sale_validity', value: '01', count: 1 },
  ]);
  expect(await factsOf(mapped, 'transfers', 'parcel_id, sale_date, vacant_at_sale')).toEqual(
    expect.arrayContaining([
      ['1', '2024-01-01', true],
      ['1', '2024-02-01', false],
      ['1', '2024-03-01', null],
      ['3', '2024-01-01', true],
    ]),
  );
  expect(mapped.leftOut).toEqual([{ reason: 'vacant_at_sale is neither bare land nor improved', count: 1 }]);
});

test('a mapping turns one row into a property and its sales', async () => {
  const source: ImportSource = {
    name: 'test',
    title: 'Test',
    inputs: [
      {
        file: 'roll*.csv',
        produces: [
          {
            kind: 'properties',
            columns: {
              parcel_id: { concat: ['book', 'map'], separator: '-' },
              state: { constant: 'PA' },
              address: { firstOf: ['situs', 'legal'] },
              mailing_address: { streetLine: ['mail1', 'mail2'] },
              mailing_city: { cityStateOf: 'place', part: 'city' },
              mailing_state: { cityStateOf: 'place', part: 'state' },
              lot_square_feet: { scale: 'acres', by: 43560 },
              bathrooms: { sum: ['full', { scale: 'half', by: 0.5 }] },
              owner_name_1: { ownerName: ['own1', 'own2'] },
              year_built: { difference: [{ extract: 'sold', pattern: '\\d{4}' }, 'age'] },
              property_type: { codes: 'use', as: { R: 'SFR' }, otherwise: 'drop' },
              zip: { column: 'zip5', optional: true },
            },
          },
          {
            kind: 'transfers',
            onlyWith: ['sale_date'],
            columns: {
              parcel_id: { concat: ['book', 'map'], separator: '-' },
              state: { constant: 'PA' },
              sale_date: 'sold',
              document_id: { without: 'doc', values: ['0/0'] },
            },
          },
        ],
      },
    ],
  };
  const mapped = await importOf(
    {
      'roll-2024.csv':
        'book,map,situs,legal,mail1,mail2,place,acres,full,half,own1,own2,sold,age,use,doc\n' +
        '1,2,,LOT 7,C/O OAK LLC,10 Elm St,"SPRING CITY, PA 19475",0.5,2,1,HOUSING AUTHORITY,OF SPRING CITY,2001-05-06,11,R,0/0\n' +
        '1,3,5 Oak St,,12 Elm St,APT 4,READING PA,,,1,SAMPLE ANN,SAMPLE BEN,01/01/1900,,Z,5/6\n' +
        '1,4,6 Oak St,,STE 9,14 Elm St,,,,,,,2024-13-01,,,\n',
      'readme.txt': 'not data',
    },
    source,
  );
  expect(
    await factsOf(
      mapped,
      'properties',
      'parcel_id, address, mailing_address, mailing_city, mailing_state, lot_square_feet, bathrooms, owner_name_1, year_built, property_type',
    ),
  ).toEqual([
    ['1-2', 'LOT 7', '10 Elm St', 'SPRING CITY', 'PA', 21780, 2.5, 'HOUSING AUTHORITY OF SPRING CITY', 1990, 'SFR'],
    ['1-3', '5 Oak St', '12 Elm St, APT 4', 'READING', 'PA', null, 0.5, 'SAMPLE ANN AND SAMPLE BEN', null, null],
    ['1-4', '6 Oak St', '14 Elm St, STE 9', null, null, null, null, null, null, null],
  ]);
  expect(await factsOf(mapped, 'transfers', 'parcel_id, sale_date, document_id')).toEqual([
    ['1-2', '2001-05-06', null],
  ]);
  expect(mapped.files.map(({ kind, read, kept }) => [kind, read, kept])).toEqual([
    ['properties', 3, 3],
    ['transfers', 2, 1],
  ]);
  expect(mapped.notes.join()).toContain('readme.txt: not described by the source, passed over');
});

test('a file without a column that the source needs is refused by name', async () => {
  expect(importOf({ 'properties.csv': 'parcel_id,address\n1,1 A St\n' })).rejects.toThrow(
    /properties need the column state/,
  );
  const source: ImportSource = {
    name: 'test',
    title: 'Test',
    inputs: [{ file: '*.csv', produces: [{ kind: 'contacts', columns: { name: 'owner' } }] }],
  };
  expect(importOf({ 'x.csv': 'holder\nOAK LLC\n' }, source)).rejects.toThrow(
    /has no column "owner", which name is read from; it has holder/,
  );
  expect(importOf({ 'photo.csv': 'a\n1\n' })).rejects.toThrow(/canonical files are named/);
});

test('a header that a mapping misspells is told with its JSON path before any file is read', async () => {
  const source: ImportSource = {
    name: 'test',
    title: 'Test',
    inputs: [
      { file: 'a*.csv', produces: [{ kind: 'contacts', columns: { name: 'owner' } }] },
      {
        file: 'b*.csv',
        produces: [{ kind: 'contacts', columns: { name: 'owner', email_1: { firstOf: ['mail', 'e-mai'] } } }],
      },
    ],
  };
  const read: string[] = [];
  const failure = importOf({ 'a.csv': 'owner\nOAK LLC\n', 'b.csv': 'owner,mail,e-mail\nELM LLC,,\n' }, source, {
    onProgress: ({ stage }) => void read.push(stage),
  });
  await expect(failure).rejects.toThrow(/b\.csv: has no column "e-mai".*\/inputs\/1\/produces\/0\/columns\/email_1/);
  await expect(failure).rejects.toThrow(/did you mean "e-mail"\?/);
  expect(read).toEqual([]);
});

test('the identity follows mapping and contents, not folders', async () => {
  const file = { 'contacts.csv': 'name\nOAK LLC\n' };
  const [first, again, other] = [
    await importOf(file),
    await importOf(file),
    await importOf({ 'contacts.csv': 'name\nELM LLC\n' }),
  ];
  expect(again.identity).toBe(first.identity);
  expect(other.identity).not.toBe(first.identity);
});

test('the geocoder is asked once for each address without coordinates', async () => {
  const asked: string[] = [];
  const mapped = await importOf(
    {
      'properties.csv':
        'parcel_id,address,city,state,zip,latitude,longitude\n1,1 A St,Mesa,AZ,85201,,\n2,1 A St,Mesa,AZ,85201,,\n3,2 A St,Mesa,AZ,85201,33,-111\n4,3 A St,Mesa,AZ,85201,,\n',
    },
    'canonical',
    {
      geocode: async (address) => {
        asked.push(address);
        if (address.startsWith('3')) throw new Error('down');
        return { latitude: 33.4, longitude: -111.8 };
      },
    },
  );
  expect(asked.sort()).toEqual(['1 A St, Mesa, AZ 85201', '3 A St, Mesa, AZ 85201']);
  expect(await factsOf(mapped, 'properties', 'latitude')).toEqual([[33.4], [33.4], [33], [null]]);
  expect(mapped.notes).toContain('geocoder: 0 addresses known from earlier imports, 2 asked, 1 found, 1 failed');
});

test('progress tells rows per stage', async () => {
  const stages: string[] = [];
  await importOf({ 'contacts.csv': 'name\nOAK LLC\n' }, 'canonical', {
    onProgress: ({ stage, rowsDone, rowsTotal }) => stages.push(`${stage} ${rowsDone}/${rowsTotal}`),
  });
  expect(stages).toEqual(['read 1/null', 'map 0/1', 'map 1/1', 'write 1/1']);
});
