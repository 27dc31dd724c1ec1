import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlText } from '@plat/dataset';
import { readListingStatus } from '../../codes/index.ts';
import { stableIdSql } from '../../rules/stable-id.ts';
import { WORKING_TABLES } from '../working-tables.ts';
import { createTextTable, distinctTexts } from './append-rows.ts';

/** `fact_listings` -> `norm_listing`: the latest row of each listing that closed with a day and a price. */
export async function createNormListing(duck: DuckDBConnection, region: string): Promise<void> {
  const statuses = await distinctTexts(duck, 'SELECT status FROM fact_listings');
  const forms = statuses.map((text) => [text, readListingStatus(text)]);
  await createTextTable(duck, 'status_form', ['text', 'status'], forms);
  await duck.run(`CREATE OR REPLACE TABLE norm_listing (${WORKING_TABLES.norm_listing})`);
  await duck.run(`INSERT INTO norm_listing BY NAME
    SELECT listing_id, ${stableIdSql(sqlText(region), 'parcel_id')} AS property_id, list_date, close_date, close_price
    FROM (SELECT * FROM fact_listings
      QUALIFY row_number() OVER (PARTITION BY listing_id ORDER BY row_key DESC) = 1) AS latest
    LEFT JOIN status_form AS s ON s.text = latest.status
    WHERE close_date IS NOT NULL AND close_price > 0 AND (latest.status IS NULL OR s.status = 'closed')`);
  await duck.run('DROP TABLE status_form');
}
