import type { Sql } from '@plat/db';
import type { RegionImport, RegionState } from '../dataset/region-state.ts';
import { buildRegion } from './build-region.ts';
import type { FactsStore } from './facts-store.ts';
import type { OnProgress } from './progress.ts';
import { type RegionChange, swapIn } from './publish-swap.ts';

export interface PublishRequest {
  sql: Sql;
  store: FactsStore;
  /** The regions to build, each with all the imports that it is built from; with none it is taken out. */
  regions: ReadonlyMap<string, readonly RegionImport[]>;
  kind: 'import' | 'rebuild';
  asOf: string;
  /** Reports of the imports that make the version. */
  imports: unknown;
  /** The tables serving were made with another layout and go; `regions` names every region. */
  newLayout?: boolean;
  onProgress?: OnProgress;
}

/** Builds regions beside the live ones and makes them serve together. @returns the new version's number */
export async function publish(request: PublishRequest): Promise<number> {
  const { sql, store, asOf, newLayout, onProgress } = request;
  const [latest] = await sql<{ version: number }[]>`select coalesce(max(version), 0) as version from market.version`;
  const version = (latest?.version ?? 0) + 1;
  const serving = await servingStates(sql);
  const changes: RegionChange[] = [];
  for (const [region, imports] of request.regions) {
    const current =
      imports.length === 0 ? null : await buildRegion({ sql, store, region, imports, version, asOf, onProgress });
    changes.push({ region, current, previous: newLayout === true ? null : (serving.get(region) ?? null) });
  }
  await swapIn(sql, { version, kind: request.kind, asOf, imports: request.imports }, changes, newLayout);
  return version;
}

/** The state that serves in each region. */
export async function servingStates(sql: Sql): Promise<Map<string, RegionState>> {
  const rows = await sql<{ region: string; current: RegionState }[]>`
    select region, current from market.region where current is not null order by region`;
  return new Map(rows.map(({ region, current }) => [region, current]));
}
