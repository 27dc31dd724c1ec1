import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlText } from '@plat/dataset';
import type { CanonicalKind } from '../../canonical/canonical.ts';
import { factColumns } from '../../map/mapped-table.ts';
import { filledColumns, MAPS } from './mapped-columns.ts';

/**
 * Creates the view `fact_<kind>` over all fact files of a region, oldest import first. `row_key` orders rows by
 * import, file and row. `maps` names the columns that a row's file maps. Columns that an older fact file lacks are
 * null.
 * @param choice.only SQL condition on the rows; all rows by default.
 * @param choice.keeps the same for the rows of one file.
 */
export async function createFactView(
  duck: DuckDBConnection,
  kind: CanonicalKind,
  files: readonly string[],
  choice: { only?: string; keeps?: (path: string) => string } = {},
): Promise<void> {
  const columns = [...factColumns(kind), { name: MAPS, type: 'VARCHAR' }];
  const empty = `SELECT ${columns.map(({ name, type }) => `NULL::${type} AS ${name}`).join(', ')}, 0::BIGINT AS import_number LIMIT 0`;
  const reads = await Promise.all(
    files.map(async (path, index) => {
      const maps = (await hasMaps(duck, path)) ? '' : `, ${sqlText(await filledColumns(duck, kind, path))} AS ${MAPS}`;
      return `SELECT *${maps}, ${index}::BIGINT AS import_number FROM read_parquet(${sqlText(path)})
        WHERE ${choice.keeps?.(path) ?? 'true'}`;
    }),
  );
  const rows = [`SELECT * FROM (${empty})`, ...reads].join(' UNION ALL BY NAME ');
  await duck.run(`CREATE OR REPLACE TEMP VIEW fact_${kind} AS
    SELECT ${columns.map(({ name }) => name).join(', ')},
      (import_number << 50) | (source_file::BIGINT << 36) | source_row AS row_key
    FROM (${rows}) WHERE ${choice.only ?? 'true'}`);
}

async function hasMaps(duck: DuckDBConnection, path: string): Promise<boolean> {
  const found = await duck.runAndReadAll(`SELECT 1 FROM parquet_schema(${sqlText(path)}) WHERE name = '${MAPS}'`);
  return found.currentRowCount > 0;
}
