import type { FactKind } from './fact-kinds.ts';

/** One Parquet file of canonical rows that a region is built from, relative to the facts folder of the home. */
export interface FactFile {
  kind: FactKind;
  path: string;
  rows: number;
}

/** One import of a region: its identity, its source and the fact files that it left in this region. */
export interface RegionImport {
  /** SHA-256 over the contents of the files and their mapping. */
  id: string;
  /** SHA-256 over the contents of the files only. */
  contentId: string;
  source: string;
  importedAt: string;
  /** The day of `--as-of`, YYYY-MM-DD: `records_through` of the counties of this import. */
  pinnedDay?: string | null;
  /** Set by earlier releases, which kept the generated market in the live dataset. */
  isSample?: boolean;
  files: readonly FactFile[];
  /** Every region that the import left facts in; absent in imports of earlier releases. */
  regions?: readonly string[];
  /** Counties (5-digit FIPS codes) whose rows of this import were removed. */
  withoutCounties?: readonly string[];
  /** A rollback kept only the do-not-contact lists of this import. */
  isPartial?: boolean;
}

export interface RegionCounts {
  properties: number;
  sales: number;
  /** Flips held at most 365 days. */
  flips: number;
  rentals: number;
  buyers: number;
  contacts: number;
  suppressions: number;
}

/** Latitude and longitude ranges of a region's properties with coordinates; null when there are none. */
export interface Bounds {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** One state of a region, serving now or earlier. */
export interface RegionState {
  /** Suffix of its partitions. */
  version: number;
  /** For region ALL after a rollback: the build whose do-not-contact lists serve. Otherwise its own. */
  suppressionsOf?: number;
  /** The day of its build, YYYY-MM-DD; windows of counties without sales count back from it. */
  asOf: string;
  bounds: Bounds | null;
  counts: RegionCounts;
  /** Oldest first. */
  imports: readonly RegionImport[];
}

export const NO_COUNTS: RegionCounts = {
  properties: 0,
  sales: 0,
  flips: 0,
  rentals: 0,
  buyers: 0,
  contacts: 0,
  suppressions: 0,
};

export function addCounts(all: readonly RegionCounts[]): RegionCounts {
  const sum = { ...NO_COUNTS };
  for (const counts of all) for (const key of Object.keys(sum) as (keyof RegionCounts)[]) sum[key] += counts[key];
  return sum;
}
