import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { DatasetTableName, RegionState } from '@plat/dataset';
import { cellOf, DATASET_TABLE_NAMES, NO_COUNTS, tableOf } from '@plat/dataset';

/** Values of the columns that matter to a test; others get a neutral value, or null where allowed. */
export type Given = Record<string, string | number | boolean | string[] | null>;

const NEUTRAL = {
  text: 'X',
  'text[]': [],
  bigint: 1,
  integer: 1,
  smallint: 1,
  real: 0,
  'double precision': 0,
  date: '2026-01-01',
  boolean: false,
};

const literal = (value: Given[string]): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? `[${value.map((element) => literal(element)).join(', ')}]::varchar[]`
      : typeof value === 'string'
        ? `'${value.replaceAll("'", "''").split('\u0000').join("' || chr(0) || '")}'`
        : String(value);

/** A DuckDB connection with every `out_` table, filled from the given rows. */
export async function workingTables(
  rows: Partial<Record<DatasetTableName, Given[]>>,
  region: string,
): Promise<DuckDBConnection> {
  const duck = await (await DuckDBInstance.create(':memory:')).connect();
  for (const name of DATASET_TABLE_NAMES) {
    const { columns } = tableOf(name);
    const list = Object.entries(columns).map(
      ([column, { type }]) => `${column} ${type === 'text[]' ? 'varchar[]' : type}`,
    );
    await duck.run(`create table out_${name} (${list.join(', ')})`);
    for (const row of rows[name] ?? []) {
      const given: Given = { region, ...row };
      const point = { latitude: given.latitude, longitude: given.longitude };
      if ('cell' in columns && typeof point.latitude === 'number' && typeof point.longitude === 'number') {
        given.cell = cellOf(point as { latitude: number; longitude: number });
      }
      const values = Object.entries(columns).map(([column, { type, nullable }]) =>
        literal(given[column] !== undefined ? given[column] : nullable ? null : NEUTRAL[type]),
      );
      await duck.run(`insert into out_${name} values (${values.join(', ')})`);
    }
  }
  return duck;
}

export const stateAt = (version: number, more: Partial<RegionState> = {}): RegionState => ({
  version,
  asOf: '2026-01-01',
  bounds: { south: 30, north: 50, west: -120, east: -70 },
  counts: NO_COUNTS,
  imports: [],
  ...more,
});
