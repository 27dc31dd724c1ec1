import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlTexts } from '@plat/dataset';

/** A file of an import in DuckDB: every cell as trimmed text or null, rows in file order (`rowid` from 0). */
export interface RawTable {
  path: string;
  /** DuckDB table; its columns are `c0`, `c1`, ... and `too_long` (a cell beyond the header, else null). */
  table: string;
  /** Headers as in the file, made unique. */
  headers: readonly string[];
  rows: number;
  /** Line (or worksheet row, or Parquet row) of each record number; the first record is 0. */
  linesOf(records: readonly number[]): Promise<Map<number, number>>;
}

/** The input of a reader. */
export interface ReadRequest {
  duck: DuckDBConnection;
  path: string;
  table: string;
  /** Scratch folder for converted copies. */
  scratch: string;
  headerLine: number;
  delimiter?: string;
  sheet?: string | number;
  /** Further texts that mean an empty cell. */
  emptyValues: readonly string[];
  /** True for used headers; other columns are not loaded. */
  isUsed(header: string): boolean;
}

/** A file that cannot be read at all. The message is for the operator. */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError';
  constructor(
    readonly path: string,
    readonly why: string,
  ) {
    super(`${path}: ${why}`);
  }
}

const ALWAYS_EMPTY = ['', 'NULL', 'null', 'Null', 'NaN', 'nan', 'NAN', 'N/A', 'n/a', '#N/A', '\\N'];

/** Headers trimmed and made unique: a repeated or empty one gets its position. */
export function uniqueHeaders(cells: readonly string[]): string[] {
  const seen = new Set<string>();
  return cells.map((cell, index) => {
    const trimmed = cell.replace(/^\uFEFF/, '').trim();
    const header = trimmed === '' || seen.has(trimmed) ? `${trimmed || 'column'}_${index + 1}` : trimmed;
    seen.add(header);
    return header;
  });
}

/** SQL of a trimmed cell; null if empty or a text that means empty. */
export function tidyCellSql(cell: string, emptyValues: readonly string[]): string {
  const empties = sqlTexts([...ALWAYS_EMPTY, ...emptyValues]);
  // The common case comes first: trimming every cell would take longer than parsing the file.
  return `CASE WHEN ${cell} IN (${empties}) THEN NULL
    WHEN starts_with(${cell}, ' ') OR ends_with(${cell}, ' ') THEN nullif(trim(${cell}), '') ELSE ${cell} END`;
}
