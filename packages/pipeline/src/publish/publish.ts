import type { RegionImport, RegionState } from '@plat/dataset';
import { schemaOf, servingStates } from '@plat/dataset';
import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import type { FactsStore } from '../import/facts-store.ts';
import type { ProgressReports } from '../import/progress.ts';
import { buildRegion } from './build-region.ts';
import { rememberBuyerIds } from './buyer-id-memory.ts';
import { type RegionChange, swapIn } from './publish-swap.ts';

/** While PostgreSQL loads one region, DuckDB derives the next; more would only compete for cores and memory. */
const REGIONS_AT_A_TIME = 2;

export interface PublishRequest {
  sql: Sql;
  realm: Realm;
  store: FactsStore;
  /** The regions to build, each with all its imports; a region without imports is removed. */
  regions: ReadonlyMap<string, readonly RegionImport[]>;
  kind: 'import' | 'rebuild' | 'removal';
  asOf: string;
  /** Reports of the imports in the version. */
  imports: unknown;
  /** No rollback may return to earlier versions. */
  isFinal?: boolean;
  /** The serving tables have another layout and are dropped; `regions` names every region. */
  newLayout?: boolean;
  progress: ProgressReports;
}

/** Builds regions beside the live ones and switches to them together. @returns the number of the new version. */
export async function publish(request: PublishRequest): Promise<number> {
  const { sql, realm, store, asOf, newLayout, progress } = request;
  const schema = schemaOf(sql, realm);
  const [latest] = await sql<{ version: number }[]>`select coalesce(max(version), 0) as version from ${schema}.version`;
  const version = (latest?.version ?? 0) + 1;
  const serving = await servingStates(sql, realm);
  for (const region of request.regions.keys()) await rememberBuyerIds(sql, realm, region);
  progress.build(new Map([...request.regions].map(([region, imports]) => [region, factRows(imports)])));
  const built = await buildRegions([...request.regions], (region, imports, memoryShare) =>
    buildRegion({ sql, realm, store, region, imports, version, asOf, memoryShare, progress }),
  );
  const changes = [...request.regions.keys()].map((region): RegionChange => {
    const previous = newLayout === true || request.isFinal === true ? null : (serving.get(region) ?? null);
    return { region, current: built.get(region) ?? null, previous };
  });
  await swapIn(sql, realm, { version, kind: request.kind, asOf, imports: request.imports }, changes, newLayout);
  return version;
}

const factRows = (imports: readonly RegionImport[]): number =>
  imports.flatMap(({ files }) => files).reduce((sum, { rows }) => sum + rows, 0);

/** Builds the regions that have imports, `REGIONS_AT_A_TIME`. Waits for all builds, also after a failure. */
async function buildRegions(
  regions: readonly (readonly [region: string, imports: readonly RegionImport[]])[],
  build: (region: string, imports: readonly RegionImport[], memoryShare: number) => Promise<RegionState>,
): Promise<Map<string, RegionState>> {
  const waiting = regions.filter(([, imports]) => imports.length > 0);
  const workers = Math.min(REGIONS_AT_A_TIME, waiting.length);
  const built = new Map<string, RegionState>();
  const work = async (): Promise<void> => {
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        built.set(next[0], await build(...next, 1 / workers));
      }
    } finally {
      // After a failure the other builds finish their current region and start no new one.
      waiting.length = 0;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: workers }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return built;
}
