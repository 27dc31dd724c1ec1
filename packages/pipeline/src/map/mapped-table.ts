import type { DuckDBConnection } from '@duckdb/node-api';
import type { CanonicalKind } from '../canonical/canonical.ts';
import { importColumns } from '../sources/index.ts';
import { MAPS } from '../stages/normalise/mapped-columns.ts';
import { cellReader, storedType } from './cell-types.ts';

/** Region of a kind that belongs to no state. */
export const isRegional = (kind: CanonicalKind): boolean => kind !== 'contacts' && kind !== 'suppressions';

/** DuckDB table of the rows of a kind from all files of an import. */
export const mappedTable = (kind: CanonicalKind): string => `mapped_${kind}`;

/** Columns of a fact file in order: origin of the row, then the canonical columns. */
export function factColumns(kind: CanonicalKind): { name: string; type: string }[] {
  const columns = importColumns(kind).map((name) => ({ name, type: storedType(cellReader(kind, name)) }));
  return [{ name: 'source_file', type: 'INTEGER' }, { name: 'source_row', type: 'BIGINT' }, ...columns];
}

/**
 * Besides the fact columns: `maps` (the columns that the row's file maps), `region`, the position of the failed
 * check (null for a kept row) with the offending text, and the dropped cells as `column<TAB>problem<TAB>text`.
 */
export async function createMappedTable(duck: DuckDBConnection, kind: CanonicalKind): Promise<void> {
  const columns = factColumns(kind).map(({ name, type }) => `${name} ${type}`);
  await duck.run(`CREATE OR REPLACE TEMP TABLE ${mappedTable(kind)} (
    ${columns.join(', ')}, ${MAPS} VARCHAR, region VARCHAR, produced INTEGER, failed_check INTEGER, failed_text VARCHAR, left_out VARCHAR[])`);
}
