import type { DuckDBConnection } from '@duckdb/node-api';
import { recordedCounty } from '@plat/records';
import { createTextTable } from './append-rows.ts';

/**
 * -> `county_form` (fips_text, name_text, fips, name): the counties that codes and names in records stand for.
 *   Empty texts stand for null; `fips` and `name` are null for texts that match no county.
 * @param pairs SQL of two columns: code and name as recorded.
 */
export async function createCountyForms(duck: DuckDBConnection, region: string, pairs: string): Promise<void> {
  const found = await duck.runAndReadAll(`SELECT DISTINCT * FROM (${pairs})`);
  const forms = found.getRows().map(([fips, name]) => {
    const county = recordedCounty(region, fips === null ? null : String(fips), name === null ? null : String(name));
    return [
      fips === null ? '' : String(fips),
      name === null ? '' : String(name),
      county?.fips ?? null,
      county?.name ?? null,
    ];
  });
  await createTextTable(duck, 'county_form', ['fips_text', 'name_text', 'fips', 'name'], forms);
}
