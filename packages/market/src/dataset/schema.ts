import type { Sql } from '@plat/db';
import { createParentSql, DATASET_TABLE_NAMES, isPartitionName, LAYOUT_HASH, sameReadersSql } from './ddl.ts';

/** Advisory lock keys of the dataset; any two numbers that nothing else in the database uses. */
export const SCHEMA_LOCK = 7_528_001;
export const IMPORT_LOCK = 7_528_002;
export const PUBLISHED_CHANNEL = 'market_published';

const BOOKKEEPING = [
  'create schema if not exists market',
  `create table if not exists market.dataset (
     only_row boolean primary key default true check (only_row),
     id uuid not null default gen_random_uuid(),
     layout text not null)`,
  `create table if not exists market.version (
     version bigint primary key,
     kind text not null check (kind in ('import', 'rebuild', 'rollback')),
     as_of date not null,
     created_at timestamptz not null default now(),
     imports jsonb not null,
     regions jsonb not null)`,
  `create table if not exists market.region (
     region text primary key,
     current jsonb,
     previous jsonb,
     changed_in bigint not null references market.version,
     south double precision, north double precision, west double precision, east double precision)`,
  `create table if not exists market.accuracy (
     kind text not null check (kind in ('valuation', 'matching', 'linking')),
     version bigint not null references market.version,
     rows jsonb not null,
     measured_at timestamptz not null default now(),
     primary key (kind, version))`,
];

export interface SchemaState {
  /** The tables were made by another release with another layout: `rebuildMarket` makes them anew from the facts. */
  layoutChanged: boolean;
}

/**
 * Creates schema `market` with its bookkeeping and the partitioned parents, unless they exist. Safe to call at every
 * start and from several processes at once. A layout of another release is left serving and reported, unless it
 * holds nothing, in which case it is replaced.
 */
export async function ensureMarketSchema(sql: Sql): Promise<SchemaState> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${SCHEMA_LOCK})`;
    for (const statement of BOOKKEEPING) await tx.unsafe(statement);
    const [dataset] = await tx<{ layout: string }[]>`select layout from market.dataset`;
    if (dataset?.layout === LAYOUT_HASH) return { layoutChanged: false };
    const published = await tx`select 1 from market.region limit 1`;
    if (dataset !== undefined && published.length > 0) return { layoutChanged: true };
    await recreateParents(tx);
    return { layoutChanged: false };
  });
}

/**
 * Drops the partitioned parents with everything attached to them and creates them in this release's layout, for the
 * same readers.
 */
export async function recreateParents(tx: Pick<Sql, 'unsafe'>): Promise<void> {
  const tables = await tx.unsafe<{ name: string }[]>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'market' and c.relkind = 'p'`,
  );
  for (const { name } of tables) await tx.unsafe(`alter table market."${name}" rename to "${name}_before"`);
  for (const name of DATASET_TABLE_NAMES) {
    await tx.unsafe(createParentSql(name));
    await tx.unsafe(sameReadersSql(`${name}_before`, name));
  }
  for (const { name } of tables) await tx.unsafe(`drop table market."${name}_before" cascade`);
  await tx.unsafe(
    `insert into market.dataset (layout) values ('${LAYOUT_HASH}') on conflict (only_row) do update set layout = excluded.layout`,
  );
}

/** Every partition table in schema `market`, attached or not. */
export async function listPartitions(sql: Pick<Sql, 'unsafe'>): Promise<string[]> {
  const rows = await sql.unsafe<{ name: string }[]>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'market' and c.relkind = 'r' order by 1`,
  );
  return rows.map((row) => row.name).filter(isPartitionName);
}
