import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { schemaOf } from '../realm.ts';
import { addCounts, type RegionCounts, type RegionState } from '../region-state.ts';

export interface RegionStatus extends RegionCounts {
  region: string;
  version: number;
  as_of: string;
  realm: Realm;
  /** Built from the generated market, which belongs to the sample realm. */
  is_sample: boolean;
  imports: { id: string; source: string; imported_at: string }[];
}

/** The serving version and its regions. `version` is 0 before the first import. */
export interface DatasetStatus extends RegionCounts {
  version: number;
  regions: RegionStatus[];
}

/** Status of one realm of the dataset. */
export async function datasetStatus(sql: Sql, realm: Realm): Promise<DatasetStatus> {
  const schema = schemaOf(sql, realm);
  const rows = await sql<{ version: number; region: string | null; current: RegionState | null }[]>`
    select latest.version, region.region, region.current
    from (select coalesce(max(version), 0) as version from ${schema}.version) latest
    left join ${schema}.region on region.current is not null
    order by region.region`;
  const regions = rows.flatMap(({ region, current }): RegionStatus[] =>
    region === null || current === null
      ? []
      : [
          {
            region,
            version: current.version,
            as_of: current.asOf,
            realm,
            is_sample: realm === 'sample',
            ...current.counts,
            imports: current.imports.map(({ id, source, importedAt }) => ({ id, source, imported_at: importedAt })),
          },
        ],
  );
  return { version: rows[0]?.version ?? 0, ...addCounts(regions), regions };
}
