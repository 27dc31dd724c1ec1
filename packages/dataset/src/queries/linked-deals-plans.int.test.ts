import { afterAll, beforeAll, expect, test } from 'bun:test';
import { nameTail } from '@plat/records';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { createIndexesSql, createPartitionSql, partitionName } from '../ddl.ts';
import { ensureMarketSchema } from '../schema.ts';
import { type Dataset, servingDataset } from '../serving-dataset.ts';
import { buyerAliasStatements } from './buyer-aliases.ts';
import { citiesOfZipsStatement } from './cities-of-zips.ts';
import { dealCountsOfBuyersStatement } from './deal-counts-of-buyers.ts';
import { dealPropertyRecordsStatement } from './deal-property-records.ts';
import { dealRecordsStatement, dealsOfBuyersStatement } from './deals-of-buyers.ts';

const REGIONS = ['AZ'];

let db: TestDatabase;
let dataset: Dataset;
beforeAll(async () => {
  db = await testDatabase();
  await ensureMarketSchema(db.sql);
  for (const table of ['buyer_alias', 'county', 'deal', 'place', 'property', 'sale'] as const) {
    const partition = partitionName(table, 'AZ', 1);
    await db.sql.unsafe(createPartitionSql('live', table, partition, 'AZ'));
    for (const statement of createIndexesSql('live', table, partition)) await db.sql.unsafe(statement);
    await db.sql.unsafe(`alter table market.${table} attach partition market.${partition} for values in ('AZ')`);
  }
  await db.sql`insert into market.version (version, kind, as_of, imports, regions)
    values (1, 'import', '2026-06-30', '[]', '{"AZ": 1}')`;
  dataset = await servingDataset(db.sql, 'live');
}, 60_000);
afterAll(() => db.close());

const NAMES = ['OCOTILLO LANTERN LLC'];
const LINE = '12 OAK ST';

test.each<[string, (dataset: Dataset) => string, (string | number | string[] | number[])[]]>([
  ['owners of a name', ({ rowsOf }) => buyerAliasStatements.named(rowsOf, REGIONS), [NAMES]],
  ['owners at an address', ({ rowsOf, states }) => buyerAliasStatements.mailedTo(rowsOf, states), [[`${LINE}|85001`]]],
  [
    'owners in a building',
    ({ rowsOf, states }) => buyerAliasStatements.inBuilding(rowsOf, states),
    [LINE, [`${LINE}|85001`]],
  ],
  ['names of owners', ({ rowsOf }) => buyerAliasStatements.ofBuyers(rowsOf, REGIONS), [[1, 2]]],
  ['names with a prefix', ({ rowsOf }) => buyerAliasStatements.beginning(rowsOf, REGIONS), ['OCOTI', 5, 40, 100]],
  [
    'similar names in ZIP codes',
    ({ rowsOf }) => buyerAliasStatements.inZips(rowsOf, REGIONS),
    [['85001'], 5, 40, ['OC'], ['RN']],
  ],
  [
    'owners who share an address',
    ({ rowsOf }) => buyerAliasStatements.sharing(rowsOf, REGIONS),
    [[`${LINE}|85001`], 25],
  ],
  ['deals of owners', ({ rowsOf }) => dealsOfBuyersStatement(rowsOf, REGIONS), [[1, 2], '2026-06-30']],
  ['records of deals', ({ rowsOf }) => dealRecordsStatement(rowsOf, REGIONS), [[1], [1]]],
  [
    'properties of deals with their sales',
    ({ rowsOf }) => dealPropertyRecordsStatement(rowsOf, REGIONS),
    [[1], [1], '2026-06-30'],
  ],
  ['counts of deals of owners', ({ rowsOf }) => dealCountsOfBuyersStatement(rowsOf, REGIONS), [[1, 2], '2026-06-30']],
  ['cities of ZIP codes', ({ rowsOf, states }) => citiesOfZipsStatement(rowsOf, states), [['85001']]],
])('finds %s only through indexes, for any parameters', async (_, textOf, parameters) => {
  const text = textOf(dataset);
  const plan = await db.sql.begin(async (tx) => {
    // Forces a generic plan; otherwise PostgreSQL would scan such small tables.
    await tx.unsafe('set local plan_cache_mode = force_generic_plan');
    await tx.unsafe('set local enable_seqscan = off');
    return tx.unsafe<{ 'QUERY PLAN': string }[]>(`explain ${text}`, parameters as never[], { prepare: true });
  });
  const lines = plan.map((row) => row['QUERY PLAN']);
  expect(lines.filter((line) => line.includes('Seq Scan'))).toEqual([]);
  expect(lines.some((line) => line.includes('Index Cond'))).toBe(true);
});

test.each([
  ['OCOTILLO LANTERN LLC', 'RN'],
  ['OCOTILLO LANTERN', 'RN'],
  ['LLC', 'LC'],
  ['A JOHN SMITH', 'TH'],
  ['ACME CO INC', 'CO'],
])('%p ends in %p before its legal form, also in SQL', async (name, tail) => {
  expect(nameTail(name)).toBe(tail);
  await db.sql`insert into market.buyer_alias (region, buyer_id, name_key, name, mailing_key, occurrences)
    values ('AZ', 7, ${name}, ${name}, 'X|85009', 1)`;
  const found = await db.sql.unsafe(buyerAliasStatements.inZips(dataset.rowsOf, REGIONS), [
    ['85009'],
    1,
    99,
    ['??'],
    [tail],
  ]);
  expect(found.map((row) => row.name_key)).toContain(name);
});
