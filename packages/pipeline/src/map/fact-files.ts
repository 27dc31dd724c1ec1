import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlText } from '@plat/dataset';
import type { CanonicalKind } from '../canonical/canonical.ts';
import { MAPS } from '../stages/normalise/mapped-columns.ts';
import { factColumns, mappedTable } from './mapped-table.ts';

/** Canonical, typed rows of one kind and region, as Parquet. */
export interface FactFile {
  kind: CanonicalKind;
  /** USPS state code, or ALL. */
  region: string;
  path: string;
  rows: number;
}

/** Writes the kept rows of each kind into `folder`, one file per region. */
export async function writeFacts(
  duck: DuckDBConnection,
  kinds: readonly CanonicalKind[],
  folder: string,
): Promise<FactFile[]> {
  await mkdir(folder, { recursive: true });
  const facts: FactFile[] = [];
  for (const kind of kinds) {
    const table = mappedTable(kind);
    const regions = await duck.runAndReadAll(
      `SELECT region, count(*)::INTEGER FROM ${table} WHERE failed_check IS NULL GROUP BY region ORDER BY region`,
    );
    for (const [region, rows] of regions.getRows()) {
      const path = join(folder, `${kind}-${String(region)}.parquet`);
      const columns = [...factColumns(kind).map(({ name }) => name), MAPS];
      await duck.run(`COPY (SELECT ${columns.join(', ')} FROM ${table}
        WHERE failed_check IS NULL AND region = ${sqlText(String(region))}) TO ${sqlText(path)} (FORMAT parquet)`);
      facts.push({ kind, region: String(region), path, rows: Number(rows) });
    }
  }
  return facts;
}
