import type { DuckDBConnection } from '@duckdb/node-api';
import type { CanonicalKind } from '../canonical/canonical.ts';

/** One import that a region is built from, with the absolute paths of its facts there. */
export interface BuildImport {
  source: string;
  /** ISO 8601, UTC. */
  importedAt: string;
  /** The day of `--as-of`, YYYY-MM-DD; null without. */
  pinnedDay: string | null;
  files: readonly { kind: CanonicalKind; path: string }[];
}

/** What a stage that works on one region gets: the DuckDB connection that holds the working tables, and the build day. */
export interface RegionBuild {
  duck: DuckDBConnection;
  /** USPS state code, or ALL. */
  region: string;
  /** YYYY-MM-DD, the UTC day that windows count back from in counties without sales. */
  asOf: string;
  /** The region is of the generated market. */
  isSample?: boolean;
  /** Parquet fact files of this region by canonical kind, oldest import first. */
  facts: Readonly<Partial<Record<CanonicalKind, readonly string[]>>>;
  /** Fact files, by path, with the counties (5-digit FIPS codes) whose rows were taken out of them. */
  withoutCounties?: ReadonlyMap<string, readonly string[]>;
  /** The imports behind `facts`, oldest first. */
  imports?: readonly BuildImport[];
}

/** A named step of the pipeline; the runner checks that every input has been produced before it runs. */
export interface Stage {
  name: string;
  inputs: readonly string[];
  outputs: readonly string[];
  run(build: RegionBuild): Promise<void>;
}
