import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';

/** DuckDB shares out a table among its threads by row groups of this size. */
const ROW_GROUP_ROWS = 122_880;
/** A row takes more than this in a file of any format, also when it is compressed. */
const LEAST_ROW_BYTES = 16;

/**
 * A DuckDB in memory for a number of rows, with a thread for each row group that they fill and at most one per core. More
 * threads would find nothing to do and still be woken by every statement: a small import took a sixth more CPU for them.
 * @param rows all that it will read, at most
 * @param spillDirectory where it puts what its memory does not hold
 */
export function createDuck(rows: number, spillDirectory?: string): Promise<DuckDBInstance> {
  const threads = Math.max(1, Math.min(availableParallelism(), Math.ceil(rows / ROW_GROUP_ROWS)));
  return DuckDBInstance.create(':memory:', {
    threads: String(threads),
    ...(spillDirectory === undefined ? {} : { temp_directory: spillDirectory }),
  });
}

/** As many rows as files could hold at most, by their sizes. */
export async function mostRowsOf(paths: readonly string[]): Promise<number> {
  const files = await Promise.all(paths.map((path) => stat(path)));
  return files.reduce((sum, { size }) => sum + size, 0) / LEAST_ROW_BYTES;
}
