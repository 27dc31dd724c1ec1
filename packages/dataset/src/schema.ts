import type { Sql } from '@plat/db';
import { REALMS, type Realm } from '@plat/kit';
import { spreadBookkeeping } from './citus/bookkeeping.ts';
import { hasCitus } from './citus/has-citus.ts';
import {
  createParentSql,
  DATASET_TABLE_NAMES,
  isPartitionName,
  LAYOUT_HASH,
  noRowsSql,
  sameReadersSql,
} from './ddl.ts';
import { marketSchema } from './realm.ts';

/** Advisory lock keys of the dataset; arbitrary numbers that nothing else in the database uses. */
const SCHEMA_LOCK = 7_528_001;
export const IMPORT_LOCK = 7_528_002;

const bookkeepingSql = (schema: string): string[] => [
  `create schema if not exists ${schema}`,
  `create table if not exists ${schema}.dataset (
     only_row boolean primary key default true check (only_row),
     id uuid not null default gen_random_uuid(),
     layout text not null)`,
  `create table if not exists ${schema}.version (
     version bigint primary key,
     kind text not null check (kind in ('import', 'rebuild', 'rollback', 'removal')),
     as_of date not null,
     created_at timestamptz not null default now(),
     imports jsonb not null,
     regions jsonb not null,
     restores bigint references ${schema}.version)`,
  `create table if not exists ${schema}.region (
     region text primary key,
     current jsonb,
     previous jsonb,
     changed_in bigint not null references ${schema}.version,
     south double precision, north double precision, west double precision, east double precision)`,
  `create table if not exists ${schema}.build (
     region text not null,
     build bigint not null,
     state jsonb not null,
     primary key (region, build))`,
  keepVersionsSql(schema),
  // Ids of buyers outlive the versions; see docs/rules/buyer-ids.md.
  `create table if not exists ${schema}.buyer_identity (
     region text not null,
     buyer_id bigint not null,
     age bigint generated always as identity,
     merged_into bigint,
     primary key (region, buyer_id))`,
  `create table if not exists ${schema}.buyer_name (
     region text not null,
     name_key text not null,
     buyer_id bigint not null,
     deals integer not null,
     given_to_it bigint[] not null,
     primary key (region, name_key))`,
  `create table if not exists ${schema}.accuracy (
     kind text not null check (kind in ('valuation', 'matching', 'linking')),
     version bigint not null references ${schema}.version,
     rows jsonb not null,
     measured_at timestamptz not null default now(),
     primary key (kind, version))`,
];

/** Upgrades the bookkeeping of a release that kept two versions; both remain available for a rollback. */
const keepVersionsSql = (schema: string): string =>
  `do $$
   begin
     if exists (select 1 from pg_attribute where attrelid = '${schema}.version'::regclass and attname = 'restores') then
       return;
     end if;
     alter table ${schema}.version add column restores bigint references ${schema}.version,
       drop constraint if exists version_kind_check,
       add constraint version_kind_check check (kind in ('import', 'rebuild', 'rollback', 'removal'));
     insert into ${schema}.build (region, build, state)
       select region, (state ->> 'version')::bigint, state
       from ${schema}.region, unnest(array[current, previous]) as state where state ? 'version'
       on conflict do nothing;
   end $$`;

export interface SchemaState {
  /** Some tables have the layout of another release; `rebuildMarket` rebuilds them from the facts. */
  layoutChanged: boolean;
  /** The realms with such tables. */
  outdated: readonly Realm[];
}

/**
 * Creates the schema of each realm with its bookkeeping and partitioned parents, if missing. Safe at every start
 * and from several processes at once. A layout of another release keeps serving and is reported; an empty one is
 * replaced.
 */
export async function ensureMarketSchema(sql: Sql): Promise<SchemaState> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${SCHEMA_LOCK})`;
    const outdated: Realm[] = [];
    for (const realm of REALMS) if (!(await ensureRealm(tx as unknown as Sql, realm))) outdated.push(realm);
    return { layoutChanged: outdated.length > 0, outdated };
  });
}

/** @returns true when the tables have the layout of this release. */
async function ensureRealm(tx: Sql, realm: Realm): Promise<boolean> {
  const schema = marketSchema(realm);
  const [known] = await tx<{ oid: number }[]>`select oid from pg_namespace where nspname = ${schema}`;
  for (const statement of bookkeepingSql(schema)) await tx.unsafe(statement);
  if (await hasCitus(tx)) await spreadBookkeeping(tx, realm);
  const [dataset] = await tx.unsafe<{ layout: string }[]>(`select layout from ${schema}.dataset`);
  if (dataset?.layout === LAYOUT_HASH) return true;
  const published = await tx.unsafe(`select 1 from ${schema}.region limit 1`);
  if (dataset !== undefined && published.length > 0) return false;
  await recreateParents(tx, realm);
  if (known === undefined && realm !== 'live') await copyReaders(tx, 'live', realm);
  return true;
}

/** Lets the roles that read one realm also read a newly created one. */
async function copyReaders(tx: Sql, from: Realm, to: Realm): Promise<void> {
  const [as, schema] = [marketSchema(from), marketSchema(to)];
  const users = await tx<{ role: string }[]>`
    select distinct quote_ident(pg_get_userbyid(grantee)) as role from pg_namespace, aclexplode(nspacl)
    where nspname = ${as} and privilege_type = 'USAGE' and grantee not in (0, nspowner)`;
  for (const { role } of users) {
    await tx.unsafe(`grant usage on schema ${schema} to ${role}`);
    await tx.unsafe(`alter default privileges in schema ${schema} grant select on tables to ${role}`);
  }
  const tables = await tx<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = ${schema}`;
  for (const { name } of tables) await tx.unsafe(sameReadersSql(`${as}.${name}`, `${schema}.${name}`));
}

/**
 * Drops the partitioned parents with all partitions and recreates them in this release's layout, for the same
 * readers. On Citus the parents are views, and tables of no version go with the next swap.
 */
export async function recreateParents(tx: Pick<Sql, 'unsafe'>, realm: Realm): Promise<void> {
  const schema = marketSchema(realm);
  const isDistributed = await hasCitus(tx);
  const tables = await tx.unsafe<{ name: string; kind: string }[]>(
    `select c.relname as name, case c.relkind when 'v' then 'view' else 'table' end as kind
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = '${schema}' and c.relkind in ('p', 'v')`,
  );
  for (const { name, kind } of tables) {
    await tx.unsafe(`alter ${kind} ${schema}."${name}" rename to "${name}_before"`);
  }
  for (const name of DATASET_TABLE_NAMES) {
    if (isDistributed) await tx.unsafe(`create view ${schema}.${name} as ${noRowsSql(name)}`);
    else await tx.unsafe(createParentSql(realm, name));
    await tx.unsafe(sameReadersSql(`${schema}.${name}_before`, `${schema}.${name}`));
  }
  for (const { name, kind } of tables) await tx.unsafe(`drop ${kind} ${schema}."${name}_before" cascade`);
  await tx.unsafe(
    `insert into ${schema}.dataset (layout) values ('${LAYOUT_HASH}') on conflict (only_row) do update set layout = excluded.layout`,
  );
}

/** Every partition table of a realm, attached or not. */
export async function listPartitions(sql: Pick<Sql, 'unsafe'>, realm: Realm): Promise<string[]> {
  const schema = marketSchema(realm);
  const rows = await sql.unsafe<{ name: string }[]>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = '${schema}' and c.relkind = 'r' order by 1`,
  );
  return rows.map((row) => row.name).filter(isPartitionName);
}
