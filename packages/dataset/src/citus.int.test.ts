import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from '@plat/db';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { DATASET_TABLE_NAMES } from './ddl.ts';
import { ensureMarketSchema } from './schema.ts';

const DDL = readFileSync(join(import.meta.dir, '..', '..', '..', 'infra', 'citus', 'market.sql'), 'utf8');

let ours: TestDatabase;
let citus: TestDatabase;
beforeAll(async () => {
  [ours, citus] = await Promise.all([testDatabase(), testDatabase()]);
  await ensureMarketSchema(ours.sql);
  // Citus functions are replaced by ones that record their arguments.
  await citus.sql.unsafe(`
    create table called (kind text, name text, region_column text, colocated_with text);
    create function create_reference_table(name regclass) returns void language sql as
      $$ insert into called values ('reference', name::text) $$;
    create function create_distributed_table(
      name regclass, region_column text, colocate_with text default null, shard_count int default null)
      returns void language sql as $$ insert into called values ('distributed', name::text, region_column, colocate_with) $$`);
  await citus.sql.unsafe(DDL.replace(/^create extension .*$/m, ''));
}, 60_000);
afterAll(async () => {
  await Promise.all([ours.close(), citus.close()]);
});

const columns = async (sql: Sql) => [
  ...(await sql`
    select table_name, column_name, data_type, is_nullable, column_default, ordinal_position
    from information_schema.columns where table_schema = 'market' order by table_name, ordinal_position`),
];
const constraints = async (sql: Sql) => [
  ...(await sql`
    select conrelid::regclass::text as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'market'::regnamespace order by 1, 2`),
];
const partitionKeys = async (sql: Sql) => [
  ...(await sql`
    select partrelid::regclass::text as name, pg_get_partkeydef(partrelid) as key from pg_partitioned_table
    join pg_class on pg_class.oid = partrelid where relnamespace = 'market'::regnamespace order by 1`),
];

test("the DDL for Citus creates the dataset's tables, column by column", async () => {
  expect(await columns(citus.sql)).toEqual(await columns(ours.sql));
  expect(await constraints(citus.sql)).toEqual(await constraints(ours.sql));
  expect(await partitionKeys(citus.sql)).toEqual(await partitionKeys(ours.sql));
});

test('distributes every table: those of the dataset by region in one group, the others to every node', async () => {
  const called = await citus.sql<{ kind: string; name: string; region_column: string; colocated_with: string }[]>`
    select * from called`;
  const distributed = called.filter(({ kind }) => kind === 'distributed');
  expect(distributed.map(({ name }) => name).sort()).toEqual(
    DATASET_TABLE_NAMES.map((name) => `market.${name}`).sort(),
  );
  expect(new Set(distributed.map(({ region_column }) => region_column))).toEqual(new Set(['region']));
  const [first, ...others] = distributed;
  expect(first?.colocated_with).toBeNull();
  expect(new Set(others.map(({ colocated_with }) => colocated_with))).toEqual(new Set([first?.name as string]));
  const all = await citus.sql<{ name: string }[]>`
    select 'market.' || table_name as name from information_schema.tables where table_schema = 'market'`;
  expect(called.map(({ name }) => name).sort()).toEqual(all.map(({ name }) => name).sort());
});
