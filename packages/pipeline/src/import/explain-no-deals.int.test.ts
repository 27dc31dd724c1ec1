import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { importMarket } from '../index.ts';
import { COUNTY_AS_OF, writeCounty } from './county.fixture.ts';

setDefaultTimeout(60_000);

let db: TestDatabase;
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-no-deals-'));
});
beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db.close());
afterAll(() => rm(home, { recursive: true, force: true }));

let inputs = 0;
async function notesOf(files: Record<string, string>): Promise<string> {
  const folder = join(home, `input-${++inputs}`);
  await mkdir(folder);
  for (const [name, content] of Object.entries(files)) await Bun.write(join(folder, name), content);
  const source = { kind: 'canonical' } as const;
  const { notes } = await importMarket({ home, sql: db.sql, source, files: [folder], asOf: '2026-01-01' });
  return notes.join('\n');
}

const ROLL = 'parcel_id,address,state,zip,property_type,owner_name_1\n1,1 Main St,AZ,85001,SFR,DOE JANE\n';

test('says nothing about an import with flips and rentals', async () => {
  const files = [
    await writeCounty(join(home, 'county'), { state: 'AZ', prefix: 'A', parcels: 4, latitude: 33, longitude: -112 }),
  ];
  const source = { kind: 'canonical' } as const;
  const { notes, dataset } = await importMarket({ home, sql: db.sql, source, files, asOf: COUNTY_AS_OF });
  expect(dataset).toMatchObject({ flips: 2, rentals: 2 });
  expect(notes.join('\n')).not.toContain('because');
});

test('says that a roll alone has no sales', async () => {
  const notes = await notesOf({ 'properties.csv': ROLL });
  expect(notes).toContain('AZ: 0 flips and 0 rentals, because there are no sales.');
});

test('names a missing roll, missing buyers and missing repeat sales', async () => {
  const notes = await notesOf({
    'transfers.csv': 'parcel_id,state,sale_date,price\n1,AZ,2025-01-01,100000\n2,AZ,2025-02-01,150000\n',
  });
  expect(notes).toContain(
    'AZ: 0 flips, because no parcel has more than one sale, no sale names a seller or buyer (grantor, grantee).',
  );
  expect(notes).toContain('AZ: 0 rentals, because there is no roll (properties), no sale names its buyer (grantee).');
});

test('names sales whose parcel ids differ from the roll', async () => {
  const notes = await notesOf({
    'properties.csv': ROLL,
    'transfers.csv':
      'parcel_id,state,sale_date,price,grantee\n00-1,AZ,2025-01-01,100000,OAK LLC\n00-1,AZ,2025-06-01,,ELM LLC\n',
  });
  expect(notes).toContain('no sold parcel is on the roll: parcel_id may be written another way there');
  expect(notes).toContain(
    'AZ: 0 flips, because nobody bought a parcel and sold it 14 to 365 days later with both prices known.',
  );
});

test('names a roll without owners and mailing addresses', async () => {
  const notes = await notesOf({
    'properties.csv': 'parcel_id,address,state,property_type\n1,1 Main St,AZ,SFR\n',
    'transfers.csv': 'parcel_id,state,sale_date,price,grantee\n1,AZ,2025-01-01,100000,POE MAX\n',
  });
  expect(notes).toContain('no property has an owner name, no property has a mailing address');
});

test('says when all buyers live in their homes', async () => {
  const notes = await notesOf({
    'properties.csv':
      'parcel_id,address,state,zip,property_type,owner_name_1,mailing_address,mailing_zip\n1,1 Main St,AZ,85001,SFR,POE MAX,1 Main St,85001\n',
    'transfers.csv': 'parcel_id,state,sale_date,price,grantee\n1,AZ,2025-01-01,100000,POE MAX\n',
  });
  expect(notes).toContain('AZ: 0 rentals, because no buyer of a home is a company or gets mail elsewhere.');
});
