import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlText } from '@plat/dataset';

export interface GivenDays {
  /** Tables with parcels that get a day, the roll first. */
  tables: readonly string[];
  /** YYYY-MM-DD, last day of counties that `days` does not name. */
  lastDay: string;
  /** Last days of counties by FIPS code, or by upper-case name without one. */
  days?: Readonly<Record<string, string>>;
}

/** Makes `parcel_day` and `region_day` of a hand-written market, as the stage "date counties" does. */
export async function dateParcels(duck: DuckDBConnection, { tables, lastDay, days = {} }: GivenDays): Promise<void> {
  const [roll, ...others] = tables;
  const key = "coalesce(fips, upper(county), '')";
  const parcels = [
    `SELECT property_id, ${key} AS county_key FROM ${roll}`,
    ...others.map(
      (table) =>
        `SELECT DISTINCT property_id, coalesce(upper(county), '') FROM ${table} ANTI JOIN ${roll} USING (property_id)`,
    ),
  ];
  const cases = Object.entries(days).map(([county, day]) => `WHEN ${sqlText(county)} THEN DATE ${sqlText(day)}`);
  const end =
    cases.length === 0
      ? `DATE ${sqlText(lastDay)}`
      : `CASE county_key ${cases.join(' ')} ELSE DATE ${sqlText(lastDay)} END`;
  await duck.run(`
    CREATE OR REPLACE TABLE parcel_day AS SELECT *, ${end} AS window_end FROM (${parcels.join(' UNION ALL ')});
    CREATE OR REPLACE TABLE region_day AS
      SELECT coalesce(max(window_end), DATE ${sqlText(lastDay)}) AS window_end FROM parcel_day`);
}
