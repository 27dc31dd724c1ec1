import type { Sql } from '@plat/db';
import {
  ALL_REGIONS,
  cellOf,
  DATASET_TABLES,
  type DatasetRow,
  type DatasetTableName,
  ensureMarketSchema,
} from '@plat/market';

/** Rows that a test writes by hand; what it leaves out is null, or neutral where null is not allowed. */
export type HandMadeRows = { [Name in DatasetTableName]?: Partial<DatasetRow<Name>>[] };

const NEUTRAL: Readonly<Record<string, unknown>> = {
  text: '',
  'text[]': [],
  bigint: 0,
  integer: 0,
  smallint: 0,
  real: 0,
  'double precision': 0,
  date: '2000-01-01',
  boolean: false,
};
const STATELESS: ReadonlySet<string> = new Set(['contact', 'suppression']);

/** Makes a database serve the rows given as version 1 of the regions that they name, AZ where they name none. */
export async function serveHandMadeMarket(sql: Sql, rows: HandMadeRows): Promise<void> {
  await ensureMarketSchema(sql);
  const states = new Set([
    'AZ',
    ...Object.values(rows).flatMap((given) => given.flatMap(({ region }) => region ?? [])),
  ]);
  for (const [name, { columns, indexes }] of Object.entries(DATASET_TABLES)) {
    const regions = STATELESS.has(name) ? [ALL_REGIONS] : [...states];
    for (const region of regions) {
      const partition = `${name}_${region.toLowerCase()}_v1`;
      await sql.unsafe(`create table market.${partition} partition of market.${name} for values in ('${region}')`);
      for (const index of indexes) await sql.unsafe(`create index on market.${partition} using ${index}`);
    }
    for (const given of rows[name as DatasetTableName] ?? []) {
      const row: Record<string, unknown> = { region: regions[0], ...given };
      const { latitude, longitude } = row;
      if (typeof latitude === 'number' && typeof longitude === 'number') row.cell ??= cellOf({ latitude, longitude });
      const whole = Object.entries(columns).map(([column, { type, nullable }]) => [
        column,
        row[column] ?? (nullable ? null : NEUTRAL[type]),
      ]);
      await sql`insert into ${sql(`market.${name}`)} ${sql(Object.fromEntries(whole))}`;
    }
  }
  await sql`insert into market.version (version, kind, as_of, imports, regions) values (1, 'import', '2026-06-30', '[]', '{}')`;
  await sql`insert into market.region (region, current, changed_in, south, north, west, east)
    values ('AZ', '{}', 1, 31, 37, -115, -109)`;
}
