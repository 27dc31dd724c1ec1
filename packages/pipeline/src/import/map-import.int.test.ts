import { expect, test } from 'bun:test';
import type { ImportSource } from '../sources/load-mapping.ts';
import { factsOf, importOf, useImportFolder } from './mapped-import.fixture.ts';

useImportFolder();

test('counts unknown codes by value, but not known or empty ones', async () => {
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

test('counts and names a sale code unknown to its state', async () => {
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

test('turns one row into a property and its sales', async () => {
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

test('rejects a file by name that lacks a needed column', async () => {
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

test('reports a misspelled header with its JSON path before any file is read', async () => {
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

test('derives the identity from mapping and contents, not from folders', async () => {
  const file = { 'contacts.csv': 'name\nOAK LLC\n' };
  const [first, again, other] = [
    await importOf(file),
    await importOf(file),
    await importOf({ 'contacts.csv': 'name\nELM LLC\n' }),
  ];
  expect(again.identity).toBe(first.identity);
  expect(other.identity).not.toBe(first.identity);
});

test('asks the geocoder once for each address without coordinates', async () => {
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

test('reports rows per stage as progress', async () => {
  const stages: string[] = [];
  await importOf({ 'contacts.csv': 'name\nOAK LLC\n' }, 'canonical', {
    onProgress: ({ stage, rowsDone, rowsTotal }) => stages.push(`${stage} ${rowsDone}/${rowsTotal}`),
  });
  expect(stages).toEqual(['read 1/null', 'map 0/1', 'map 1/1', 'write 1/1']);
});
