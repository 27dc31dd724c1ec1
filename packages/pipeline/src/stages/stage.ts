import type { DuckDBConnection } from '@duckdb/node-api';
import type { CanonicalKind } from '../canonical/canonical.ts';
import type { BuyerIdMemory } from '../rules/buyer-ids.ts';

/** One import of a region, with absolute paths of its facts there. */
export interface BuildImport {
  source: string;
  /** ISO 8601, UTC. */
  importedAt: string;
  /** The day of `--as-of`, YYYY-MM-DD; null without. */
  pinnedDay: string | null;
  files: readonly { kind: CanonicalKind; path: string }[];
}

/** The input of a stage: the DuckDB connection with the working tables of one region, and the build day. */
export interface RegionBuild {
  duck: DuckDBConnection;
  /** USPS state code, or ALL. */
  region: string;
  /** YYYY-MM-DD, the UTC day that windows of counties without sales count back from. */
  asOf: string;
  /** The region is of the generated market. */
  isSample?: boolean;
  /** Parquet fact files of this region by canonical kind, oldest import first. */
  facts: Readonly<Partial<Record<CanonicalKind, readonly string[]>>>;
  /** Removed counties (5-digit FIPS codes) by fact file. */
  withoutCounties?: ReadonlyMap<string, readonly string[]>;
  /** The imports behind `facts`, oldest first. */
  imports?: readonly BuildImport[];
  /** Ids that buyers of the region had before; without it every buyer gets the id of its first name. */
  buyerIds?: BuyerIdMemory | undefined;
}

/** A named step of the pipeline. The runner checks that every input exists before the step runs. */
export interface Stage {
  name: string;
  inputs: readonly string[];
  outputs: readonly string[];
  run(build: RegionBuild): Promise<void>;
}
