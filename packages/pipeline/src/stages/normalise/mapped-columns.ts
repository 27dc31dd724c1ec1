import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlText } from '@plat/dataset';
import type { CanonicalKind } from '../../canonical/canonical.ts';
import { importColumns } from '../../sources/mapping.ts';

/**
 * Column of a fact file beside the canonical ones: the canonical columns that the row's file maps, as `,address,city,`.
 * A mapped column that is empty blanks what an earlier import said; an unmapped one says nothing.
 */
export const MAPS = 'maps';

export const mapsText = (columns: readonly string[]): string => `,${columns.join(',')},`;

/** Gives the value of `maps` for rows of a fact file of an earlier release, which lacks it: the columns that it fills. */
export async function filledColumns(duck: DuckDBConnection, kind: CanonicalKind, path: string): Promise<string> {
  const stored = await duck.runAndReadAll(`SELECT name FROM parquet_schema(${sqlText(path)})`);
  const names = new Set(stored.getRows().map(([name]) => String(name)));
  const columns = importColumns(kind).filter((column) => names.has(column));
  const counts = columns.map((column) => `count(${column})`);
  const found = await duck.runAndReadAll(`SELECT ${counts.join(', ')} FROM read_parquet(${sqlText(path)})`);
  const [row] = found.getRows();
  return mapsText(columns.filter((_, index) => Number(row?.[index]) > 0));
}

/**
 * SQL that is true where a row's file maps a column. It compares whole texts, of which a region has a handful.
 * @param texts every value of `maps` in the table
 */
export function mapsColumnSql(column: string, texts: readonly string[], maps: string = MAPS): string {
  const mapping = texts.filter((text) => text.includes(`,${column},`)).map(sqlText);
  return mapping.length === 0 ? 'false' : `${maps} IN (${mapping.join(', ')})`;
}

/** Every value of `maps` in a table. */
export async function mapsTexts(duck: DuckDBConnection, table: string): Promise<string[]> {
  const found = await duck.runAndReadAll(`SELECT DISTINCT ${MAPS} FROM ${table}`);
  return found.getRows().map(([text]) => String(text));
}
