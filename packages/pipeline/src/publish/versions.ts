import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RegionState } from '@plat/dataset';
import {
  contentKey,
  type DatasetStatus,
  datasetStatus,
  type KeptBuild,
  keptVersions,
  type LoggedVersion,
  marketSchema,
  partitionsOfBuild,
  restoredVersion,
  schemaOf,
} from '@plat/dataset';
import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { factFolders } from '../import/facts-store.ts';

export interface DatasetVersion {
  version: number;
  kind: 'import' | 'rebuild' | 'rollback' | 'removal';
  as_of: string;
  /** ISO 8601, UTC. */
  created_at: string;
  /** Sources of its imports. */
  sources: string[];
  /** Build of each region in this version. */
  regions: Record<string, number>;
  /** For a rollback: the version that it serves again. */
  restores: number | null;
  is_serving: boolean;
  /** True if it serves or can be rolled back to. */
  is_kept: boolean;
  /** Bytes in the database and in facts that no other kept version needs; null if it is not kept. */
  bytes_alone: number | null;
}

/** The serving dataset: versions, counts and imports by region. */
export const marketStatus = (sql: Sql, realm: Realm): Promise<DatasetStatus> => datasetStatus(sql, realm);

/**
 * All published versions, newest first; `is_kept` marks those that a rollback can bring back.
 * @param home home of the facts; without it `bytes_alone` counts the database only.
 */
export async function marketVersions(sql: Sql, realm: Realm, home?: string): Promise<DatasetVersion[]> {
  const rows = await sql<
    (LoggedVersion & Pick<DatasetVersion, 'kind'> & { created_at: Date; imports: { source: string }[] })[]
  >`
    select version, kind, as_of::text as "asOf", created_at, imports, regions, restores
    from ${schemaOf(sql, realm)}.version order by version desc`;
  const bytesAlone = await bytesOfVersions(sql, realm, home);
  return rows.map((row, index) => {
    const bytes = bytesAlone.get(contentKey(restoredVersion(rows, row)));
    return {
      version: row.version,
      kind: row.kind,
      as_of: row.asOf,
      created_at: row.created_at.toISOString(),
      sources: row.imports.map((one) => one.source),
      regions: { ...row.regions },
      restores: row.restores,
      is_serving: index === 0,
      is_kept: bytes !== undefined,
      bytes_alone: bytes ?? null,
    };
  });
}

/** Bytes that only one kept version needs, by its content key. */
async function bytesOfVersions(sql: Sql, realm: Realm, home: string | undefined): Promise<Map<string, number>> {
  const kept = await keptVersions(sql, realm);
  const states = await sql<(KeptBuild & { state: RegionState })[]>`
    select region, build, state from ${schemaOf(sql, realm)}.build`;
  const [dataset] = await sql<{ id: string }[]>`select id from ${schemaOf(sql, realm)}.dataset`;
  const tables = await sql<{ name: string; bytes: number }[]>`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relnamespace = ${marketSchema(realm)}::regnamespace and relkind = 'r'`;
  const tableBytes = new Map(tables.map(({ name, bytes }) => [name, Number(bytes)]));
  const needs = kept.map((version) => {
    const builds = states.filter(({ region, build }) => version.regions[region] === build);
    return {
      key: contentKey(version),
      tables: new Set(builds.flatMap(partitionsOfBuild)),
      folders: new Set(builds.flatMap(({ state }) => factFolders(state))),
    };
  });
  const found = new Map<string, number>();
  for (const need of needs) {
    const others = needs.filter((one) => one !== need);
    const own = (of: 'tables' | 'folders') => [...need[of]].filter((name) => !others.some((one) => one[of].has(name)));
    const root = home === undefined || dataset === undefined ? null : join(home, 'market', 'facts', dataset.id);
    const facts = root === null ? [] : await Promise.all(own('folders').map((name) => folderBytes(join(root, name))));
    const inTables = own('tables').reduce((sum, name) => sum + (tableBytes.get(name) ?? 0), 0);
    found.set(
      need.key,
      facts.reduce((sum, bytes) => sum + bytes, inTables),
    );
  }
  return found;
}

async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  const files = new Bun.Glob('**/*').scan({ cwd: folder, absolute: true });
  // Facts may be in another home.
  const names = await Array.fromAsync(files).catch(() => []);
  for (const file of names) bytes += (await stat(file)).size;
  return bytes;
}
