import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { importMarket, rebuildMarket, removeFromMarket, rollbackMarket } from '../index.ts';

setDefaultTimeout(180_000);

const AS_OF = '2026-01-01';
const HEAD = 'parcel_id,state,fips,address,city,zip,owner_name_1\n';
const DEED = 'parcel_id,state,county,document_id,sale_date,price,grantor,grantee\n';
const MARICOPA =
  'M-1,AZ,04013,1 Sample St,Sampleville,85001,ASHBROOK RUTH\nM-2,AZ,4013,2 Sample St,Sampleville,85001,BELL ANN\n';
const PIMA = 'P-1,AZ,04019,3 Sample St,Otherton,85701,CARR JO\n';
const SALES =
  'M-1,AZ,,D-1,2025-02-01,210000,BELL ANN,ASHBROOK RUTH\n' +
  'M-9,AZ,Maricopa County,D-2,2025-03-01,220000,BELL ANN,EVANS LEE\n' +
  'P-1,AZ,,D-3,2025-04-01,230000,BELL ANN,CARR JO\n';

let db: TestDatabase;
let home: string;
beforeEach(async () => {
  db = await testDatabase();
  home = await mkdtemp(join(tmpdir(), 'plat-remove-'));
  await importFiles('arizona', { 'properties.csv': HEAD + MARICOPA + PIMA, 'transfers.csv': DEED + SALES });
});
afterEach(async () => {
  await db.close();
  await rm(home, { recursive: true, force: true });
});

async function importFiles(name: string, files: Record<string, string>) {
  for (const [file, content] of Object.entries(files)) await Bun.write(join(home, 'input', name, file), content);
  const source = { kind: 'canonical' } as const;
  return importMarket({ home, sql: db.sql, source, files: [join(home, 'input', name)], asOf: AS_OF });
}
const again = () => importFiles('arizona', {});
const remove = (state: string, county?: string) => removeFromMarket({ home, sql: db.sql, state, county });
const parcels = async () =>
  [...(await db.sql`select parcel_id from market.property order by 1`)].map((row) => row.parcel_id);
const documents = async () =>
  [...(await db.sql`select document_id from market.sale order by 1`)].map((row) => row.document_id);
const ids = async () => [
  ...(await db.sql`select parcel_id, property_id from market.property order by 1`),
  ...(await db.sql`select document_id, sale_id, buyer_id from market.sale order by 1`),
];

describe('a state', () => {
  test('serves nothing after removal, and has the same ids after a new import', async () => {
    const before = await ids();
    expect(await remove('AZ')).toMatchObject({ version: 2, state: 'AZ', county: null, properties: 3 });
    expect(await parcels()).toEqual([]);
    expect(await again()).toMatchObject({ version: 3, dataset: { properties: 3 } });
    expect(await ids()).toEqual(before);
  });

  test('comes back with a rollback after removal', async () => {
    await remove('AZ');
    await rollbackMarket({ sql: db.sql });
    expect(await parcels()).toEqual(['M-1', 'M-2', 'P-1']);
  });

  test('of a file of two states can be imported again while the other one serves', async () => {
    const two = 'U-1,UT,49035,1 Sample St,Salt City,84101,DAY JO\nC-1,CO,08031,1 Sample St,Mile City,80201,DAY JO\n';
    await importFiles('two', { 'properties.csv': HEAD + two });
    await remove('CO');
    expect(await parcels()).toHaveLength(4);
    await importFiles('two', {});
    expect(await parcels()).toHaveLength(5);
  });
});

describe('a county', () => {
  test('leaves the other counties in place, through later imports and a rebuild', async () => {
    expect(await remove('AZ', '04013')).toMatchObject({ properties: 2, dataset: { properties: 1 } });
    expect(await parcels()).toEqual(['P-1']);
    expect(await documents()).toEqual(['D-3']);
    await importFiles('pima', { 'properties.csv': `${HEAD}P-2,AZ,04019,4 Sample St,Otherton,85701,DAY JO\n` });
    expect(await parcels()).toEqual(['P-1', 'P-2']);
    await rebuildMarket({ home, sql: db.sql, asOf: AS_OF });
    expect(await parcels()).toEqual(['P-1', 'P-2']);
  });

  test('comes back with a later import of it, with the same ids', async () => {
    const before = await ids();
    await remove('AZ', '04013');
    await importFiles('maricopa', { 'properties.csv': HEAD + MARICOPA });
    expect(await parcels()).toEqual(['M-1', 'M-2', 'P-1']);
    expect(await documents()).toEqual(['D-3']);
    await again();
    expect(await documents()).toEqual(['D-1', 'D-2', 'D-3']);
    expect(await ids()).toEqual(before);
  });

  test('removes its state if it is the only one', async () => {
    await remove('AZ', '04013');
    expect(await remove('AZ', '04019')).toMatchObject({ dataset: { properties: 0 } });
    await expect(remove('AZ')).rejects.toThrow('There are no live records of AZ');
  });
});

test('fails and changes nothing if it does not exist', async () => {
  await expect(remove('NV')).rejects.toMatchObject({ advice: 'States there: AZ.' });
  await expect(remove('AZ', '04001')).rejects.toMatchObject({ advice: 'Counties there: 04013, 04019.' });
  await expect(remove('ALL')).rejects.toThrow('There are no live records of ALL');
  expect(await db.sql`select 1 from market.version`).toHaveLength(1);
});
