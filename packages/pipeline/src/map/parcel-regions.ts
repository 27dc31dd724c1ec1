import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlTexts } from '@plat/dataset';
import { PARCEL_REGIONS } from './map-rows.ts';
import { mappedTable } from './mapped-table.ts';

/** Collects the states of every parcel on the rolls of this import and of earlier ones. */
export async function createParcelRegions(
  duck: DuckDBConnection,
  hasRoll: boolean,
  knownProperties: readonly string[],
): Promise<void> {
  const rolls = [
    ...(hasRoll ? [`SELECT parcel_id, region FROM ${mappedTable('properties')} WHERE failed_check IS NULL`] : []),
    ...(knownProperties.length > 0
      ? [`SELECT parcel_id, state AS region FROM read_parquet([${sqlTexts(knownProperties)}])`]
      : []),
  ];
  const all =
    rolls.length > 0 ? rolls.join(' UNION ALL ') : 'SELECT NULL::VARCHAR AS parcel_id, NULL::VARCHAR AS region LIMIT 0';
  await duck.run(`CREATE OR REPLACE TEMP TABLE ${PARCEL_REGIONS} AS
    SELECT parcel_id, min(region) AS region, CASE WHEN min(region) = max(region) THEN 1 ELSE 2 END AS regions
    FROM (${all}) GROUP BY parcel_id`);
}
