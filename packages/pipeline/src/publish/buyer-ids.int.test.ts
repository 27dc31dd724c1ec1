import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { COUNTY_AS_OF } from '../import/county.fixture.ts';
import { importMarket, rebuildMarket, removeFromMarket, rollbackMarket } from '../index.ts';

setDefaultTimeout(180_000);

const HOMES = 'Saguaro Ridge Homes LLC';
const HOME = 'Saguaro Ridge Home LLC';
const PROPERTIES = ['a', 'b', 'c'].map(
  (parcel, at) => `${parcel},${100 + at} Sample St,Sampleville,AZ,85001,${33.4 + at / 1000},-112,SFR,3,2,1500,1970`,
);

let db: TestDatabase;
let home: string;
let imports = 0;
beforeEach(async () => {
  db = await testDatabase();
  home = await mkdtemp(join(tmpdir(), 'plat-buyer-ids-'));
});
afterEach(async () => {
  await db.close();
  await rm(home, { recursive: true, force: true });
});

/** Imports three flips, two by Homes and one by Home; their mail goes to one suite or to two. */
async function importFlips({ suiteOfHome }: { suiteOfHome: number }): Promise<void> {
  const flip = (parcel: string, company: string, suite: number) => [
    `${parcel},B${parcel},2025-03-01,150000,Quentin Selby,${company},warranty deed,9 Office Blvd Ste ${suite},Elsewhere,AZ,85002`,
    `${parcel},S${parcel},2025-08-01,220000,${company},Ottoline Buyer,warranty deed,,,,`,
  ];
  const transfers = [...flip('a', HOMES, 1), ...flip('b', HOMES, 1), ...flip('c', HOME, suiteOfHome)];
  const folder = join(home, 'input', String(imports++));
  await Bun.write(
    join(folder, 'properties.csv'),
    `parcel_id,address,city,state,zip,latitude,longitude,property_type,bedrooms,bathrooms,living_square_feet,year_built\n${PROPERTIES.join('\n')}\n`,
  );
  await Bun.write(
    join(folder, 'transfers.csv'),
    `parcel_id,document_id,sale_date,price,grantor,grantee,deed_type,buyer_mailing_address,buyer_mailing_city,buyer_mailing_state,buyer_mailing_zip\n${transfers.join('\n')}\n`,
  );
  await importMarket({ home, sql: db.sql, source: { kind: 'canonical' }, files: [folder], asOf: COUNTY_AS_OF });
}

const apart = () => importFlips({ suiteOfHome: 2 });
const together = () => importFlips({ suiteOfHome: 1 });

async function idsByName(): Promise<Record<string, string>> {
  const rows = await db.sql<{ name: string; id: string }[]>`
    select distinct name, buyer_id::text as id from market.buyer_alias where name like 'Saguaro%' or name like 'SAGUARO%'`;
  return Object.fromEntries(rows.map(({ name, id }) => [/HOMES/i.test(name) ? 'homes' : 'home', id]));
}
const merges = async (): Promise<Record<string, string>> => {
  const rows = await db.sql<{ from: string; into: string }[]>`
    select merged_id::text as from, buyer_id::text as into from market.buyer_merge`;
  return Object.fromEntries(rows.map(({ from, into }) => [from, into]));
};
const dealIds = async () =>
  (await db.sql<{ id: string }[]>`select distinct buyer_id::text as id from market.deal order by 1`).map(
    ({ id }) => id,
  );

test('buyer ids stay through imports, merges, splits, rollbacks, rebuilds and removal', async () => {
  await apart();
  const first = await idsByName();
  expect(Object.keys(first).sort()).toEqual(['home', 'homes']);
  expect(first.home).not.toBe(first.homes as string);
  await apart();
  expect(await idsByName()).toEqual(first);

  await together();
  const merged = { homes: first.homes as string, home: first.homes as string };
  expect(await idsByName()).toEqual(merged);
  expect(await merges()).toEqual({ [first.home as string]: first.homes as string });
  expect(await dealIds()).toEqual([first.homes as string]);

  await rollbackMarket({ sql: db.sql });
  expect(await idsByName()).toEqual(first);
  expect(await merges()).toEqual({});

  await together();
  expect(await idsByName()).toEqual(merged);
  await rebuildMarket({ home, sql: db.sql, asOf: COUNTY_AS_OF, realms: ['live'] });
  expect([await idsByName(), await merges()]).toEqual([merged, { [first.home as string]: first.homes as string }]);

  await removeFromMarket({ home, sql: db.sql, state: 'AZ' });
  await together();
  expect([await idsByName(), await merges()]).toEqual([merged, { [first.home as string]: first.homes as string }]);

  await apart();
  expect([await idsByName(), await merges()]).toEqual([first, {}]);
});
