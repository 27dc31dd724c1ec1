import type { DatasetTableName, RegionState } from '@plat/dataset';
import {
  DATASET_TABLE_NAMES,
  hasCitus,
  isPartitionName,
  keptBuilds,
  MarketError,
  marketSchema,
  partitionsOfBuild,
  publishedChannel,
  recreateParents,
  replaceServingViews,
  schemaOf,
  servingPartition,
  suppressionPartition,
  tablesOf,
} from '@plat/dataset';
import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';

/** The builds of a region before and after a swap; null for none. */
export interface RegionChange {
  region: string;
  current: RegionState | null;
  previous: RegionState | null;
}

export interface VersionRecord {
  version: number;
  kind: 'import' | 'rebuild' | 'rollback' | 'removal';
  asOf: string;
  /** Reports of the imports in the version; a JSON document. */
  imports: unknown;
  /** For a rollback: the version whose builds it serves. */
  restores?: number;
}

const LOCK_TIMEOUT_MS = 400;
const ATTEMPTS = 40;
const PAUSE_MS = 250;

/**
 * Makes the changed regions serve, in one transaction: detaches their old partitions, attaches the new ones, drops
 * unreferenced ones, records the version and notifies the realm's channel.
 * @param newLayout the parent tables are of another release: they are dropped and created again; every region must
 *   be changed.
 */
export async function swapIn(
  sql: Sql,
  realm: Realm,
  record: VersionRecord,
  changes: readonly RegionChange[],
  newLayout = false,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sql.begin((tx) => swap(tx as unknown as Sql, realm, record, changes, newLayout));
    } catch (error) {
      if (!isLockConflict(error)) throw error;
      if (attempt === ATTEMPTS) {
        throw new MarketError(
          'The new version is built, but long-running queries kept its tables locked.',
          'Run the import again when they have ended.',
          error,
        );
      }
      await Bun.sleep(PAUSE_MS);
    }
  }
}

async function swap(
  tx: Sql,
  realm: Realm,
  record: VersionRecord,
  changes: readonly RegionChange[],
  newLayout: boolean,
): Promise<void> {
  const schema = schemaOf(tx, realm);
  // Gives up before PostgreSQL's deadlock check runs, so that a reader is never the one cancelled.
  await tx.unsafe(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await tx`set local statement_timeout = 0`;
  if (newLayout) {
    await recreateParents(tx, realm);
    await tx`delete from ${schema}.build`;
  }
  const tables = DATASET_TABLE_NAMES.filter((table) => changes.some(({ region }) => tablesOf(region).includes(table)));
  const isDistributed = await hasCitus(tx);
  if (isDistributed) await useOneConnectionPerNode(tx);
  else if (tables.length > 0) {
    await tx.unsafe(
      `lock table ${tables.map((table) => `${marketSchema(realm)}.${table}`).join(', ')} in access exclusive mode`,
    );
  }
  if (!isDistributed) {
    for (const change of changes) for (const table of tablesOf(change.region)) await exchange(tx, realm, table, change);
  }

  const [row] = await tx<{ regions: Record<string, number> }[]>`
    select coalesce(jsonb_object_agg(region, current -> 'version'), '{}') as regions from ${schema}.region
    where current is not null and region <> all(${changes.map((change) => change.region)}::text[])`;
  const regions = { ...row?.regions };
  for (const { region, current } of changes) if (current !== null) regions[region] = current.version;
  await tx`
    insert into ${schema}.version (version, kind, as_of, imports, regions, restores)
    values (${record.version}, ${record.kind}, ${record.asOf}, ${tx.json(record.imports as never)}, ${tx.json(regions)},
      ${record.restores ?? null})`;
  for (const change of changes) await recordRegion(tx, realm, record.version, change);
  if (isDistributed) await replaceServingViews(tx, realm, tables);
  await dropUnreferenced(tx, realm);
  // tx.notify() would use another connection, and arrive before the commit.
  await tx`select pg_notify(${publishedChannel(realm)}, ${String(record.version)})`;
}

/** Citus would otherwise answer some statements of the transaction by other connections, and refuse the rest. */
async function useOneConnectionPerNode(tx: Sql): Promise<void> {
  await tx`set local citus.multi_shard_modify_mode to 'sequential'`;
  await tx`set local citus.enable_local_execution to off`;
}

async function exchange(tx: Sql, realm: Realm, table: DatasetTableName, change: RegionChange): Promise<void> {
  const { region, current } = change;
  const schema = marketSchema(realm);
  const partition = current === null ? null : servingPartition(table, region, current);
  const attached = await tx<{ name: string }[]>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${`${schema}.${table}`}::regclass and c.relname ~ ${`^${table}_${region.toLowerCase()}_v`}`;
  if (attached.length === 1 && attached[0]?.name === partition) return;
  for (const { name } of attached)
    await tx.unsafe(`alter table ${schema}.${table} detach partition ${schema}."${name}"`);
  if (partition === null) return;
  await tx.unsafe(`alter table ${schema}.${table} attach partition ${schema}.${partition} for values in ('${region}')`);
}

async function recordRegion(tx: Sql, realm: Realm, version: number, change: RegionChange): Promise<void> {
  const { region, current, previous } = change;
  const json = (state: RegionState | null) => (state === null ? null : tx.json(state as never));
  const bounds = current?.bounds ?? null;
  await tx`
    insert into ${schemaOf(tx, realm)}.region (region, current, previous, changed_in, south, north, west, east)
    values (${region}, ${json(current)}, ${json(previous)}, ${version},
      ${bounds?.south ?? null}, ${bounds?.north ?? null}, ${bounds?.west ?? null}, ${bounds?.east ?? null})
    on conflict (region) do update set current = excluded.current, previous = excluded.previous,
      changed_in = excluded.changed_in, south = excluded.south, north = excluded.north, west = excluded.west,
      east = excluded.east`;
  if (current === null) return;
  await tx`
    insert into ${schemaOf(tx, realm)}.build (region, build, state) values (${region}, ${current.version}, ${json(current)})
    on conflict do nothing`;
}

/** Drops builds of no kept version, and partitions of no build, such as those of a crashed one. */
export async function dropUnreferenced(sql: Sql, realm: Realm): Promise<void> {
  const schema = marketSchema(realm);
  const builds = await keptBuilds(sql, realm);
  await sql`
    delete from ${schemaOf(sql, realm)}.build where (region || ' ' || build) <> all(
      ${builds.map(({ region, build }) => `${region} ${build}`)}::text[])`;
  const kept = new Set([...builds.flatMap(partitionsOfBuild), await suppressionPartition(sql, realm)]);
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = ${schema}::regnamespace and relkind = 'r'`;
  for (const { name } of tables) {
    if (isPartitionName(name) && !kept.has(name)) await sql.unsafe(`drop table ${schema}.${name}`);
  }
}

function isLockConflict(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  return code === '55P03' || code === '40P01';
}
