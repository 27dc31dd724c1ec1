import type { Sql } from '@plat/db';
import { REALMS, type Realm } from '@plat/kit';
import { hasCitus } from '../citus/has-citus.ts';
import { tablesOf } from '../ddl.ts';
import { servingPartition } from '../kept-versions.ts';
import { marketSchema, schemaOf } from '../realm.ts';
import { servingStates } from '../serving-states.ts';
import type { DatasetTableName } from '../tables.ts';

/** True when a realm has this table; an earlier release, or an empty database, may lack it. */
export async function hasMarketTable(
  sql: Sql,
  realm: Realm,
  table: DatasetTableName | 'dataset' | 'region',
): Promise<boolean> {
  const [row] = await sql<{ found: string | null }[]>`
    select to_regclass(${`${marketSchema(realm)}.${table}`})::text as found`;
  return row?.found != null;
}

/** The realms in the database, live first. */
export async function existingRealms(sql: Sql): Promise<Realm[]> {
  const found = await Promise.all(REALMS.map((realm) => hasMarketTable(sql, realm, 'region')));
  return REALMS.filter((_, at) => found[at]);
}

/** The layout of each realm: `LAYOUT_HASH` of the release that built it. */
export async function marketLayouts(sql: Sql): Promise<string[]> {
  const layouts: string[] = [];
  for (const realm of REALMS) {
    if (!(await hasMarketTable(sql, realm, 'dataset'))) continue;
    const rows = await sql<{ layout: string }[]>`select layout from ${schemaOf(sql, realm)}.dataset`;
    layouts.push(...rows.map(({ layout }) => layout));
  }
  return layouts;
}

/** True when any contact was imported. */
export async function hasContacts(sql: Sql, realm: Realm): Promise<boolean> {
  const [row] = await sql<{ any: boolean }[]>`
    select exists (select from ${schemaOf(sql, realm)}.contact) as any`;
  return row?.any === true;
}

export interface ServingTables {
  regions: number;
  /** Partitions that are attached to their tables. */
  attached: number;
  /** Partitions, with their schema, that should serve but are not attached. */
  missing: string[];
}

/** Compares the partitions that the region states name with those that exist. */
export async function servingTables(sql: Sql, realms: readonly Realm[]): Promise<ServingTables> {
  // On Citus nothing is attached: the views of a realm name the tables.
  const rows = (await hasCitus(sql))
    ? await sql<{ name: string }[]>`
        select logicalrelid::text as name from pg_dist_partition
        where split_part(logicalrelid::text, '.', 1) = any(${realms.map(marketSchema)})`
    : await sql<{ name: string }[]>`
        select n.nspname || '.' || child.relname as name from pg_inherits
        join pg_class child on child.oid = inhrelid
        join pg_namespace n on n.oid = child.relnamespace
        where n.nspname = any(${realms.map(marketSchema)}) and child.relispartition`;
  const attached = new Set(rows.map(({ name }) => name));
  const served = await Promise.all(realms.map(async (realm) => ({ realm, states: await servingStates(sql, realm) })));
  const regions = served.flatMap(({ realm, states }) =>
    [...states].map(([region, state]) => ({ realm, region, state })),
  );
  const missing = regions.flatMap(({ realm, region, state }) =>
    tablesOf(region)
      .map((table) => `${marketSchema(realm)}.${servingPartition(table, region, state)}`)
      .filter((name) => !attached.has(name)),
  );
  return { regions: regions.length, attached: attached.size, missing };
}
