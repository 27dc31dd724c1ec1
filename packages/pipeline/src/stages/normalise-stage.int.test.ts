import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { addressKey, displayAddress, mailingKeys, normaliseZip, parseAddressLine } from '@plat/records';
import fc from 'fast-check';
import { type MappedImport, mapImport } from '../import/map-import.ts';
import { propertyId } from './normalise/property-id.ts';
import { normaliseStage } from './normalise-stage.ts';

let folder: string;
let runs = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'normalise-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function importOf(files: Record<string, string>): Promise<MappedImport> {
  const work = join(folder, `run-${++runs}`);
  const input = join(work, 'in');
  await mkdir(input, { recursive: true });
  for (const [name, content] of Object.entries(files)) await Bun.write(join(input, name), content);
  return mapImport({
    source: 'canonical',
    files: [input],
    workDirectory: work,
    asOf: '2025-06-30',
    today: '2025-06-30',
  });
}

/** Normalises one region of the imports, oldest first, and reads a query. */
async function normalised(imports: readonly MappedImport[], region: string, query: string): Promise<unknown[][]> {
  const duck = await (await DuckDBInstance.create(':memory:')).connect();
  const paths = (kind: string) =>
    imports.flatMap(({ facts }) =>
      facts.filter((fact) => fact.kind === kind && fact.region === region).map(({ path }) => path),
    );
  const facts = {
    properties: paths('properties'),
    transfers: paths('transfers'),
    contacts: paths('contacts'),
    suppressions: paths('suppressions'),
    listings: paths('listings'),
  };
  await normaliseStage.run({ duck, region, asOf: '2025-06-30', facts });
  const found = await duck.runAndReadAll(query);
  duck.closeSync();
  return found.getRowsJson() as unknown[][];
}

const csv = (rows: readonly (readonly string[])[]): string =>
  `${rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')}\n`;

describe('properties', () => {
  test('gives a row its id, its Pub 28 forms and its codes', async () => {
    const roll = await importOf({
      'properties.csv':
        'parcel_id,fips,address,unit,city,state,zip,property_type,land_use,owner_name_1,owner_name_2,mailing_address,mailing_city,mailing_state,mailing_zip\n' +
        'X-1,4013,123 north main street,4B,PHOENIX,AZ,85043-1234,,Duplex,HOUSING AUTHORITY,OF SPRING CITY,P.O. Box 12,tucson,Arizona,85701\n',
    });
    const query = `SELECT property_id, fips, address, address_line, house_number, street_key, street_name_key, unit_key, address_key, situs_key,
      situs_building_key, city, zip, property_type, land_use, owner_name, mailing_address, mailing_city, mailing_state, mailing_key FROM norm_property`;
    expect(await normalised([roll], 'AZ', query)).toEqual([
      [
        String(propertyId('AZ', 'X-1')),
        '04013',
        '123 N Main St Unit 4B, Phoenix, AZ 85043',
        '123 N Main St Unit 4B',
        '123',
        'N MAIN ST',
        'MAIN',
        'UNIT 4B',
        '123 N MAIN ST UNIT 4B PHOENIX AZ 85043',
        '123 N MAIN ST #4B|85043',
        '123 N MAIN ST|85043',
        'Phoenix',
        '85043',
        'MFR',
        'Duplex',
        'HOUSING AUTHORITY OF SPRING CITY',
        'PO Box 12',
        'Tucson',
        'AZ',
        'PO BOX 12|85701',
      ],
    ]);
  });

  test('prefers the latest import of a parcel, and within it the fullest row', async () => {
    const header = 'parcel_id,address,state,owner_name_1,bedrooms\n';
    const first = await importOf({ 'properties.csv': `${header}1,1 A St,AZ,OLD OWNER,3\n2,2 A St,AZ,KEPT OWNER,2\n` });
    const second = await importOf({ 'properties.csv': `${header}1,1 A St,AZ,NEW OWNER,4\n1,1 A St,AZ,,\n` });
    const query = 'SELECT parcel_id, owner_name, bedrooms FROM norm_property ORDER BY 1';
    expect(await normalised([first, second], 'AZ', query)).toEqual([
      ['1', 'NEW OWNER', 4],
      ['2', 'KEPT OWNER', 2],
    ]);
    expect(await normalised([second, first], 'AZ', query)).toEqual([
      ['1', 'OLD OWNER', 3],
      ['2', 'KEPT OWNER', 2],
    ]);
  });

  test('reads uncounted rooms as unknown, not as none', async () => {
    const roll = await importOf({
      'properties.csv':
        'parcel_id,address,state,property_type,bedrooms,bathrooms\n' +
        ['1,1 A St,AZ,SFR,0,0', '2,2 A St,AZ,SFR,3,0', '3,3 A St,AZ,MOBILE,0,1', '4,4 A St,AZ,CONDO,0,1'].join('\n') +
        ['', '5,5 A St,AZ,CONDO,0,0', '6,6 A St,AZ,MFR,0,', '7,7 A St,AZ,LAND,0,0', '8,8 A St,AZ,SFR,2,1.5\n'].join(
          '\n',
        ),
    });
    expect(await normalised([roll], 'AZ', 'SELECT bedrooms, bathrooms FROM norm_property ORDER BY parcel_id')).toEqual([
      [null, null],
      [3, null],
      [null, 1],
      [0, 1],
      [null, null],
      [null, null],
      [0, 0],
      [2, 1.5],
    ]);
  });

  test('takes a missing ZIP code from owners who live there', async () => {
    const owner = (number: number, zip: string, line = `${number} Elm St`) =>
      `${number},${number} Elm St,Lebanon,NH,${line},WEST LEBANON,NH,${zip}\n`;
    const roll = await importOf({
      'properties.csv':
        'parcel_id,address,city,state,mailing_address,mailing_city,mailing_state,mailing_zip\n' +
        [owner(1, '03784'), owner(2, '03784'), owner(3, '03784'), owner(4, '10001', 'PO Box 7')].join('') +
        '5,5 Oak St,Lebanon,NH,9 Far Rd,Boston,MA,02108\n6,6 Oak St Apt 2,Lebanon,NH,6 Oak St,Lebanon,NH,03766\n',
    });
    const query = 'SELECT parcel_id, zip, mailing_building_key = situs_building_key FROM norm_property ORDER BY 1';
    expect(await normalised([roll], 'NH', query)).toEqual([
      ['1', '03784', true],
      ['2', '03784', true],
      ['3', '03784', true],
      ['4', '03784', false],
      ['5', null, false],
      ['6', '03766', true],
    ]);
  });
});

test('gives the same keys and addresses with numbers cut out of lines', async () => {
  const number = fc.oneof(
    fc.integer({ min: 0, max: 200000 }).map(String),
    fc.constantFrom('', '12 1/2', '22-24', '0012', '12A', 'N6W23001', '987654', 'ONE'),
  );
  const street = fc.constantFrom(
    'N MAIN ST',
    'Oak Ridge Avenue',
    '5th St',
    'B ST',
    'County Road 12',
    'HWY 60 W',
    "O'Brien Ln",
    'AVENUE H',
    'ST',
    'PO Box 9',
    'Broadway 87653',
    'A MAIN ST',
    '40 ACRES RD',
  );
  const unit = fc.oneof(
    fc.constantFrom('', '', 'REAR', 'APT 4B', 'Fl 2', '# 0012', 'UNIT', 'BLDG 2 APT 5'),
    fc
      .tuple(fc.constantFrom('APT', 'Unit', '#', 'STE', 'apt. #', 'SUITE', 'APT.'), fc.integer({ min: 0, max: 120000 }))
      .map(([designator, n]) => `${designator} ${n}`),
  );
  const lines = fc.array(
    fc.tuple(number, street, unit).map((parts) => parts.filter((part) => part !== '').join(' ')),
    { minLength: 20, maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(lines, async (given) => {
      const rows = given.map((line, index) => [String(index), line, 'Mesa', 'AZ', '85201']);
      const roll = await importOf({
        'properties.csv': csv([['parcel_id', 'address', 'city', 'state', 'zip'], ...rows]),
      });
      const query =
        'SELECT address_key, address, situs_key, situs_building_key FROM norm_property ORDER BY parcel_id::INTEGER';
      const expected = given.map((line) => {
        const parts = { ...parseAddressLine(line), city: 'Mesa', state: 'AZ', zip: normaliseZip('85201') };
        const keys = mailingKeys(line, 'Mesa', 'AZ', '85201');
        return [addressKey(parts), displayAddress(parts), keys?.mailingKey ?? null, keys?.mailingBuildingKey ?? null];
      });
      expect(await normalised([roll], 'AZ', query)).toEqual(expected);
    }),
    { numRuns: 8 },
  );
}, 60_000);

describe('transfers', () => {
  const header = 'parcel_id,document_id,sale_date,price,grantee,deed_type,sale_validity,state\n';
  test('merges equal rows, and takes a repeated document from the later import', async () => {
    const first = await importOf({
      'transfers.csv': `${header}1,D1,2024-01-01,100000,ANN,WD,Q,AZ\n1,D1,2024-01-01,100000,ANN,WD,Q,AZ\n2,D1,2024-01-01,100000,ANN,WD,Q,AZ\n1,,2020-01-01,5,BEN,,,AZ\n`,
    });
    const second = await importOf({
      'transfers.csv': `${header}1,D1,2024-01-01,120000,ANN,QCD,0:N/A,AZ\n1,,2020-01-01,5,BEN,,,AZ\n`,
    });
    const query = `SELECT parcel_id, document_id, price, deed_type, sale_validity, sale_validity_text FROM norm_transfer ORDER BY parcel_id, document_id`;
    expect(await normalised([first, second], 'AZ', query)).toEqual([
      ['1', 'D1', '120000', 'quitclaim', null, '0:N/A'],
      ['1', null, '5', null, null, null],
      ['2', 'D1', '100000', 'warranty', 'market', 'Q'],
    ]);
    expect(await normalised([first, first], 'AZ', 'SELECT count(*)::INTEGER FROM norm_transfer')).toEqual([[3]]);
  });

  test('reads a sale code by state', async () => {
    const codes = await importOf({
      'transfers.csv': `parcel_id,document_id,sale_date,sale_validity,vacant_at_sale,state
${['FL,01', 'FL,11', 'FL,03', 'FL,99', 'CT,01', 'CT,07 - Change in Property', 'VA,01', 'VA,Q']
  .map((pair, at) => pair.split(',').concat(`D${at}`))
  .map(([state, code, document]) => `1,${document},2024-01-01,${code},${document === 'D0' ? 'V' : ''},${state}`)
  .join('\n')}\n`,
    });
    const verdicts = (state: string) =>
      normalised([codes], state, 'SELECT sale_validity, vacant_at_sale FROM norm_transfer ORDER BY document_id');
    expect(await verdicts('FL')).toEqual([
      ['market', true],
      ['not_market', null],
      ['not_market', null],
      [null, null],
    ]);
    expect(await verdicts('CT')).toEqual([
      ['not_market', null],
      ['market', null],
    ]);
    expect(await verdicts('VA')).toEqual([
      [null, null],
      ['market', null],
    ]);
  });

  test('gives a property one number on the roll and in its transfers', async () => {
    const both = await importOf({
      'properties.csv': 'parcel_id,address,state,county\n7,7 A St,AZ,Pima\n',
      'transfers.csv': 'parcel_id,sale_date\n7,2024-01-01\n',
    });
    const query = 'SELECT t.county FROM norm_transfer t JOIN norm_property p USING (property_id)';
    expect(await normalised([both], 'AZ', query)).toEqual([['Pima']]);
  });
});

test('keeps closed listings, by their latest row', async () => {
  const listings = await importOf({
    'listings.csv':
      'listing_id,parcel_id,status,list_date,close_date,close_price,state\n' +
      'L1,1,Active,2024-01-01,,,AZ\nL1,1,Sold,2024-01-01,2024-02-01,250000,AZ\nL2,1,Expired,2024-01-01,2024-02-01,1,AZ\nL3,1,,,2024-03-01,300000,AZ\n',
  });
  expect(await normalised([listings], 'AZ', 'SELECT listing_id, close_price FROM norm_listing ORDER BY 1')).toEqual([
    ['L1', '250000'],
    ['L3', '300000'],
  ]);
});

test('keeps useful contacts, and the latest day of suppressions', async () => {
  const all = await importOf({
    'contacts.csv':
      'name,mailing_address,mailing_city,mailing_state,mailing_zip,first_name,last_name,wireless_1,wireless_2,email_1\n' +
      'OAK STREET L.L.C.,1 Elm St #2,Mesa,AZ,85201,ANN,SAMPLE,6025550101,602-555-0101,A@example.com\n' +
      'OAK STREET L.L.C.,1 Elm St #2,Mesa,AZ,85201,ANN,SAMPLE,6025550101,,a@example.com\n' +
      'NAME ONLY LLC,,,,,,,,,\n',
    'suppressions.csv':
      'kind,value,list,listed_on\nphone,6025550101,DNC,2024-01-01\nphone,(602) 555-0101,national dnc,2024-03-01\nemail,A@Example.com,?,\n',
  });
  const contacts =
    'SELECT name_key, is_entity, mailing_key, first_name, last_name, wireless, landline, email FROM norm_contact';
  expect(await normalised([all], 'ALL', contacts)).toEqual([
    ['OAK STREET LLC', true, '1 ELM ST #2|85201', 'Ann', 'Sample', ['6025550101'], [], ['a@example.com']],
  ]);
  expect(await normalised([all], 'ALL', 'SELECT * FROM norm_suppression ORDER BY kind')).toEqual([
    ['email', 'a@example.com', 'opt_out', null],
    ['phone', '6025550101', 'national_dnc', '2024-03-01'],
  ]);
});

test('gives a person on a list one key, whatever the spacing', async () => {
  const all = await importOf({
    'suppressions.csv': [
      'kind,value,list,listed_on',
      'person, Olive  Sample | 85003-1234 ,deletion,2024-01-02',
      'person,OLIVE SAMPLE|85003,deletion,2024-01-05',
    ].join('\n'),
  });
  expect(await normalised([all], 'ALL', 'SELECT value, listed_on FROM norm_suppression')).toEqual([
    ['OLIVE SAMPLE|85003', '2024-01-05'],
  ]);
});
