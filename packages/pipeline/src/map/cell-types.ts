import {
  CANONICAL_FILES,
  type CanonicalColumn,
  type CanonicalKind,
  type CanonicalType,
  RENT_COLUMNS,
} from '../canonical/canonical.ts';
import type { Reading } from './readings.ts';

/** How cells of a column are read and stored in a fact file. */
export type CellReader =
  | { by: 'text' }
  | { by: 'number'; sql: (text: string) => string; store: 'BIGINT' | 'INTEGER' | 'DOUBLE' }
  | { by: 'macro'; macro: 'read_phone' | 'read_email' }
  | { by: 'readings'; reading: Reading };

/** In these columns 0 means "not recorded". */
const ZERO_IS_UNKNOWN: ReadonlySet<string> = new Set([
  'year_built',
  'effective_year_built',
  'quality_grade',
  'living_square_feet',
  'lot_square_feet',
  'units_count',
  'estimated_value',
  'estimated_rent',
  ...RENT_COLUMNS,
]);
const YEAR_BUILT_RANGE = [1600, 2200] as const;

/** The reader of a column of a canonical kind (or of a place column that an import may add). */
export function cellReader(kind: CanonicalKind, column: string): CellReader {
  if (column === 'vacant_at_sale') return { by: 'readings', reading: 'vacant' };
  if (column === 'state') return { by: 'readings', reading: 'state' };
  if (kind === 'suppressions' && column === 'kind') return { by: 'readings', reading: 'suppression_kind' };
  if (kind === 'contacts' && /^(wireless|landline)_/.test(column)) return { by: 'macro', macro: 'read_phone' };
  if (kind === 'contacts' && column.startsWith('email_')) return { by: 'macro', macro: 'read_email' };
  const columns: Readonly<Record<string, CanonicalColumn>> = CANONICAL_FILES[kind];
  return readerOf(columns[column]?.type ?? 'text', column);
}

function readerOf(type: CanonicalType, column: string): CellReader {
  if (type === 'date' || type === 'boolean') return { by: 'readings', reading: type };
  if (type === 'text' || type === 'code') return { by: 'text' };
  if (type === 'number') return { by: 'number', store: 'DOUBLE', sql: (text) => numberSql(text, column) };
  const store = type === 'money' && column !== 'estimated_rent' ? 'BIGINT' : 'INTEGER';
  return { by: 'number', store, sql: (text) => `TRY_CAST(round(${numberSql(text, column)}) AS ${store})` };
}

function numberSql(text: string, column: string): string {
  const value = `read_number(${text})`;
  if (column === 'latitude') return `CASE WHEN abs(${value}) <= 90 THEN ${value} END`;
  if (column === 'longitude') return `CASE WHEN abs(${value}) <= 180 THEN ${value} END`;
  if (column === 'year_built' || column === 'effective_year_built')
    return `CASE WHEN ${value} BETWEEN ${YEAR_BUILT_RANGE[0]} AND ${YEAR_BUILT_RANGE[1]} THEN ${value} END`;
  return `CASE WHEN ${value} >= 0 THEN ${value} END`;
}

/** SQL of a cell's text before it is read; null where 0 means "not recorded". */
export const cellTextSql = (column: string, text: string): string =>
  ZERO_IS_UNKNOWN.has(column)
    ? `CASE WHEN ${text} IN ('0', '0.0', '0.00', '00', '000', '0000') THEN NULL ELSE ${text} END`
    : text;

/** SQL type of the values of a reading. */
export function readingType(reading: Reading): 'DATE' | 'BOOLEAN' | 'VARCHAR' {
  if (reading === 'date') return 'DATE';
  return reading === 'boolean' || reading === 'vacant' ? 'BOOLEAN' : 'VARCHAR';
}

/** Column type in a fact file. */
export function storedType(reader: CellReader): string {
  if (reader.by === 'number') return reader.store;
  return reader.by === 'readings' ? readingType(reader.reading) : 'VARCHAR';
}
