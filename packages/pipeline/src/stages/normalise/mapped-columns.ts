import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlText } from '@plat/dataset';
import type { CanonicalKind } from '../../canonical/canonical.ts';
import { importColumns } from '../../sources/index.ts';

/**
 * Column of a fact file beside the canonical ones: the columns that the row's file maps, as `,address,city,`. An
 * empty mapped column blanks the value of an earlier import; an unmapped one changes nothing.
 */
export const MAPS = 'maps';

export const mapsText = (columns: readonly string[]): string => `,${columns.join(',')},`;

/** The value of `maps` for fact files of earlier releases without that column: the columns that have values. */
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
 * SQL that is true where a row's file maps a column. Compares whole texts; a region has few distinct ones.
 * @param texts every value of `maps` in the table.
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
