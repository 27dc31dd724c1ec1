import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { schemaOf } from '../dataset/realm.ts';
import { type DatasetStatus, datasetStatus } from '../queries/dataset-status.ts';

export interface DatasetVersion {
  version: number;
  kind: 'import' | 'rebuild' | 'rollback';
  as_of: string;
  /** ISO 8601, UTC. */
  created_at: string;
  /** Sources of the imports that made it. */
  sources: string[];
  /** Build that each region served in this version. */
  regions: Record<string, number>;
  is_serving: boolean;
}

/** What serves now: versions, counts and imports by region. */
export const marketStatus = (sql: Sql, realm: Realm): Promise<DatasetStatus> => datasetStatus(sql, realm);

/** Every version that was ever published, newest first. Only the one before the serving one can be brought back. */
export async function marketVersions(sql: Sql, realm: Realm): Promise<DatasetVersion[]> {
  const rows = await sql<
    (Omit<DatasetVersion, 'created_at' | 'sources' | 'is_serving'> & {
      created_at: Date;
      imports: { source: string }[];
    })[]
  >`
    select version, kind, as_of, created_at, imports, regions from ${schemaOf(sql, realm)}.version order by version desc`;
  return rows.map(({ version, kind, as_of, created_at, imports, regions }, index) => ({
    version,
    kind,
    as_of,
    created_at: created_at.toISOString(),
    sources: imports.map((one) => one.source),
    regions,
    is_serving: index === 0,
  }));
}
