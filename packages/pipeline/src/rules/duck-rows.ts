import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';

/** A value exchanged with DuckDB. BIGINT columns read here must be safe integers. */
export type Cell = string | number | boolean | null;

/** Runs a query and visits its rows. DuckDB holds the rows, so the visitor may write through the same connection. */
export async function eachRow(duck: DuckDBConnection, sql: string, visit: (row: Cell[]) => void): Promise<void> {
  const result = await duck.run(sql);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    const vectors = Array.from({ length: chunk.columnCount }, (_, at) => chunk.getColumnVector(at));
    for (let row = 0; row < chunk.rowCount; row++) {
      visit(
        vectors.map((vector) => {
          const value = vector.getItem(row);
          return typeof value === 'bigint' ? Number(value) : (value as Cell);
        }),
      );
    }
  }
}

/** Creates or replaces a table and fills it with the rows that `fill` appends. Columns: `name TYPE, ...`. */
export async function createTable(
  duck: DuckDBConnection,
  table: string,
  columns: string,
  fill: (append: (row: readonly Cell[]) => void) => void | Promise<void>,
): Promise<void> {
  await duck.run(`CREATE OR REPLACE TABLE ${table} (${columns})`);
  const types = columns.split(',').map((column) => column.trim().split(/\s+/)[1] ?? '');
  const appender = await duck.createAppender(table);
  await fill((row) => {
    row.forEach((cell, at) => {
      appendCell(appender, types[at] ?? '', cell);
    });
    appender.endRow();
  });
  appender.closeSync();
}

function appendCell(appender: DuckDBAppender, type: string, cell: Cell): void {
  if (cell === null) appender.appendNull();
  else if (type === 'BIGINT') appender.appendBigInt(BigInt(cell));
  else if (type === 'INTEGER') appender.appendInteger(Number(cell));
  else if (type === 'DOUBLE') appender.appendDouble(Number(cell));
  else if (type === 'BOOLEAN') appender.appendBoolean(Boolean(cell));
  else appender.appendVarchar(String(cell));
}
