import { describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { factsOf, importOf, useImportFolder } from './mapped-import.fixture.ts';

useImportFolder();

const rejectLines = async (path: string): Promise<string[]> =>
  (await Bun.file(path).text())
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.slice(line.indexOf('.csv') + 4).replace(/^"?,/, ''));

describe('counts bad rows by reason and continues', () => {
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

  test('counts a parcel without coordinates once, if none of its rows has any', async () => {
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
