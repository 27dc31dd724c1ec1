import type { Sql } from '@plat/db';
import { addCounts, type RegionCounts, type RegionState } from '../dataset/region-state.ts';

export interface RegionStatus extends RegionCounts {
  region: string;
  version: number;
  as_of: string;
  /** Built from the generated market. */
  is_sample: boolean;
  imports: { id: string; source: string; imported_at: string }[];
}

/** What serves now. `version` is 0 before the first import. */
export interface DatasetStatus extends RegionCounts {
  version: number;
  regions: RegionStatus[];
}

export async function datasetStatus(sql: Sql): Promise<DatasetStatus> {
  const rows = await sql<{ version: number; region: string | null; current: RegionState | null }[]>`
    select latest.version, region.region, region.current
    from (select coalesce(max(version), 0) as version from market.version) latest
    left join market.region on region.current is not null
    order by region.region`;
  const regions = rows.flatMap(({ region, current }): RegionStatus[] =>
    region === null || current === null
      ? []
      : [
          {
            region,
            version: current.version,
            as_of: current.asOf,
            is_sample: current.imports.some((one) => one.isSample),
            ...current.counts,
            imports: current.imports.map(({ id, source, importedAt }) => ({ id, source, imported_at: importedAt })),
          },
        ],
  );
  return { version: rows[0]?.version ?? 0, ...addCounts(regions), regions };
}
