import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';

/** DuckDB divides a table among threads by row groups of this size. */
const ROW_GROUP_ROWS = 122_880;
/** Minimum size of a row in a file of any format, also compressed. */
const LEAST_ROW_BYTES = 16;

/**
 * An in-memory DuckDB with one thread per row group, at most one per core. Idle threads still wake for every
 * statement: with one thread per core a small import took a sixth more CPU.
 * @param rows upper bound of the rows that it will read.
 * @param spillDirectory folder for data that does not fit into memory.
 */
export function createDuck(rows: number, spillDirectory?: string): Promise<DuckDBInstance> {
  const threads = Math.max(1, Math.min(availableParallelism(), Math.ceil(rows / ROW_GROUP_ROWS)));
  return DuckDBInstance.create(':memory:', {
    threads: String(threads),
    ...(spillDirectory === undefined ? {} : { temp_directory: spillDirectory }),
  });
}

/** Upper bound of the rows in files, from their sizes. */
export async function mostRowsOf(paths: readonly string[]): Promise<number> {
  const files = await Promise.all(paths.map((path) => stat(path)));
  return files.reduce((sum, { size }) => sum + size, 0) / LEAST_ROW_BYTES;
}
