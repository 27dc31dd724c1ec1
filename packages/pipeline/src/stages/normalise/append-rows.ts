import type { DuckDBConnection } from '@duckdb/node-api';

/** Creates a temporary table of text columns and fills it. */
export async function createTextTable(
  duck: DuckDBConnection,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly (string | null)[]>,
): Promise<void> {
  await duck.run(`CREATE OR REPLACE TEMP TABLE ${table} (${columns.map((column) => `${column} VARCHAR`).join(', ')})`);
  await appendRows(duck, table, rows);
}

/** Appends rows of texts to a table of text columns. */
export async function appendRows(
  duck: DuckDBConnection,
  table: string,
  rows: Iterable<readonly (string | null)[]>,
): Promise<void> {
  const appender = await duck.createAppender(table);
  for (const row of rows) {
    for (const value of row) {
      if (value === null) appender.appendNull();
      else appender.appendVarchar(value);
    }
    appender.endRow();
  }
  appender.closeSync();
}

/** The distinct non-null values of a one-column select. */
export async function distinctTexts(duck: DuckDBConnection, select: string): Promise<string[]> {
  const found = await duck.runAndReadAll(
    `SELECT DISTINCT text FROM (${select}) AS texts (text) WHERE text IS NOT NULL`,
  );
  return found.getRows().map((row) => String(row[0]));
}
