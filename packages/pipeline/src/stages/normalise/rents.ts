import type { DuckDBConnection } from '@duckdb/node-api';
import { normaliseZip } from '@plat/records';
import { RENT_COLUMNS } from '../../canonical/canonical.ts';
import { WORKING_TABLES } from '../working-tables.ts';
import { createTextTable, distinctTexts } from './append-rows.ts';

/** `fact_rents` -> `norm_rent`: one row per ZIP code and number of bedrooms, from the latest row that has it. */
export async function createNormRent(duck: DuckDBConnection): Promise<void> {
  const zips = await distinctTexts(duck, 'SELECT zip FROM fact_rents');
  await createTextTable(
    duck,
    'rent_zip',
    ['text', 'zip'],
    zips.map((text) => [text, normaliseZip(text)]),
  );
  const told = RENT_COLUMNS.map(
    (column, bedrooms) => `SELECT row_key, zip, ${bedrooms} AS bedrooms, ${column} AS rent FROM fact_rents`,
  );
  await duck.run(`CREATE OR REPLACE TABLE norm_rent (${WORKING_TABLES.norm_rent})`);
  await duck.run(`INSERT INTO norm_rent BY NAME
    SELECT z.zip, bedrooms, arg_max(rent, row_key)::DOUBLE AS rent
    FROM (${told.join(' UNION ALL ')}) AS f JOIN rent_zip AS z ON z.text = f.zip
    WHERE rent > 0 AND z.zip IS NOT NULL
    GROUP BY z.zip, bedrooms`);
  await duck.run('DROP TABLE rent_zip');
}
