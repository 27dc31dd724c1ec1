import type { DuckDBConnection } from '@duckdb/node-api';
import type { CanonicalKind } from '../../canonical.ts';
import { factColumns } from '../map/mapped-table.ts';
import { sqlText } from '../sql-text.ts';

/**
 * Makes the view `fact_<kind>` over all fact files of a region, oldest import first. `row_key` orders rows: by import,
 * then file, then row. Columns that an older fact file lacks are null.
 */
export async function createFactView(
  duck: DuckDBConnection,
  kind: CanonicalKind,
  files: readonly string[],
): Promise<void> {
  const columns = factColumns(kind);
  const empty = `SELECT ${columns.map(({ name, type }) => `NULL::${type} AS ${name}`).join(', ')}, 0::BIGINT AS import_number LIMIT 0`;
  const reads = files.map(
    (path, index) => `SELECT *, ${index}::BIGINT AS import_number FROM read_parquet(${sqlText(path)})`,
  );
  const rows = [`SELECT * FROM (${empty})`, ...reads].join(' UNION ALL BY NAME ');
  await duck.run(`CREATE OR REPLACE TEMP VIEW fact_${kind} AS
    SELECT ${columns.map(({ name }) => name).join(', ')},
      (import_number << 50) | (source_file::BIGINT << 36) | source_row AS row_key
    FROM (${rows})`);
}
