import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { partitionName, tablesOf } from './ddl.ts';
import { schemaOf } from './realm.ts';
import type { RegionState } from './region-state.ts';
import { ALL_REGIONS, type DatasetTableName } from './tables.ts';

/** Versions kept in addition to the serving one. The sample market can be generated again at any time. */
const KEPT: Readonly<Record<Realm, number>> = { live: 5, sample: 1 };

/** A version that can serve without a rebuild. */
export interface KeptVersion {
  version: number;
  asOf: string;
  /** The version's build of each region. */
  regions: Readonly<Record<string, number>>;
}

/** A build of a region in a kept version. */
export interface KeptBuild {
  region: string;
  build: number;
}

/** A row of the version log. A rollback serves the builds of the version that it restores. */
export interface LoggedVersion extends KeptVersion {
  restores: number | null;
}

/** The version log, newest first. */
export const versionLog = async (sql: Sql, realm: Realm): Promise<LoggedVersion[]> => [
  ...(await sql<LoggedVersion[]>`
    select version, as_of::text as "asOf", regions, restores from ${schemaOf(sql, realm)}.version order by version desc`),
];

/** Versions with the same builds have the same key: a rollback, and the version that it restores. */
export const contentKey = ({ regions }: Pick<KeptVersion, 'regions'>): string =>
  JSON.stringify(Object.entries(regions).sort());

/** The version whose builds a log row serves. */
export const restoredVersion = (log: readonly LoggedVersion[], row: LoggedVersion): LoggedVersion =>
  (row.restores === null ? undefined : log.find(({ version }) => version === row.restores)) ?? row;

/** Versions that can serve, last used first; the first one is serving. Leaves out versions with missing builds. */
export async function keptVersions(sql: Sql, realm: Realm): Promise<KeptVersion[]> {
  const log = await versionLog(sql, realm);
  const rows = await sql<KeptBuild[]>`select region, build from ${schemaOf(sql, realm)}.build`;
  const builds = new Set(rows.map(({ region, build }) => `${region} ${build}`));
  const kept = new Map<string, KeptVersion>();
  for (const row of log) {
    const version = restoredVersion(log, row);
    const isWhole = Object.entries(version.regions).every(([region, build]) => builds.has(`${region} ${build}`));
    if (!kept.has(contentKey(version)) && (isWhole || kept.size === 0)) kept.set(contentKey(version), version);
    if (kept.size > KEPT[realm]) break;
  }
  return [...kept.values()];
}

/** The distinct builds of kept versions, including those that serve. */
export async function keptBuilds(sql: Sql, realm: Realm): Promise<KeptBuild[]> {
  const serving = await sql<KeptBuild[]>`
    select region, (current ->> 'version')::bigint as build from ${schemaOf(sql, realm)}.region
    where current ? 'version'`;
  const all = [
    ...serving,
    ...(await keptVersions(sql, realm)).flatMap(({ regions }) =>
      Object.entries(regions).map(([region, build]) => ({ region, build })),
    ),
  ];
  return [...new Map(all.map((one) => [`${one.region} ${one.build}`, one])).values()];
}

/** Partitions of a build that a rollback can restore. Excludes do-not-contact lists, which are never rolled back. */
export const partitionsOfBuild = ({ region, build }: KeptBuild): string[] =>
  tablesOf(region)
    .filter((table) => table !== 'suppression')
    .map((table) => partitionName(table, region, build));

/** Name of the partition that serves a table in a region. */
export const servingPartition = (
  table: DatasetTableName,
  region: string,
  state: Pick<RegionState, 'version' | 'suppressionsOf'>,
): string =>
  partitionName(table, region, table === 'suppression' ? (state.suppressionsOf ?? state.version) : state.version);

/** The partition with the current do-not-contact lists; null when there are none. */
export async function suppressionPartition(sql: Sql, realm: Realm): Promise<string | null> {
  const [row] = await sql<{ current: RegionState }[]>`
    select current from ${schemaOf(sql, realm)}.region where region = ${ALL_REGIONS} and current ? 'version'`;
  return row === undefined ? null : servingPartition('suppression', ALL_REGIONS, row.current);
}
