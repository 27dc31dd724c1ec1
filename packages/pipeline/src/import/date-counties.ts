import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlText, sqlTexts } from '@plat/dataset';
import { createTable, eachRow } from '../rules/duck-rows.ts';
import { stableIdSql } from '../rules/stable-id.ts';
import { createCountyForms } from '../stages/normalise/county-forms.ts';
import type { BuildImport, RegionBuild, Stage } from '../stages/stage.ts';
import { type CountyOfImport, pinnedCounties } from './county-pins.ts';

/**
 * The county of each parcel, and the day that its windows count back from (docs/rules/windows.md): `parcel_county`
 * (property_id, county_key, county) and `county_day` (county_key, records_from, records_through, is_pinned,
 * sources, imported_at). `records_through` is null in an unpinned county without sales.
 *
 * Rules read two views. `parcel_day` (property_id, county_key, window_end) has the day of each parcel's county, or
 * the build day where that is null. `region_day` (window_end) has the newest day of any county, for rules that use
 * the whole state: a county whose records ended long ago does not hold back the others.
 */
export const dateCounties: Stage = {
  name: 'date counties',
  inputs: ['facts', 'norm_property', 'norm_transfer'],
  outputs: ['parcel_county', 'county_day', 'parcel_day', 'region_day'],
  async run(build) {
    const { duck, region, asOf } = build;
    await createCountyForms(duck, region, 'SELECT NULL::VARCHAR, county FROM norm_transfer');
    await duck.run(PARCEL_COUNTY_SQL);
    await duck.run('DROP TABLE county_form');
    await datePerCounty(build);
    await duck.run(`
      CREATE OR REPLACE VIEW parcel_day AS
        SELECT property_id, county_key, coalesce(records_through, DATE ${sqlText(asOf)}) AS window_end
        FROM parcel_county JOIN county_day USING (county_key);
      CREATE OR REPLACE VIEW region_day AS
        SELECT coalesce(max(records_through), DATE ${sqlText(asOf)}) AS window_end FROM county_day`);
  },
};

/** The county of a parcel without a roll comes from its transfers. */
const PARCEL_COUNTY_SQL = `
  CREATE OR REPLACE TABLE parcel_county AS
    SELECT property_id, coalesce(fips, upper(county), '') AS county_key, county FROM norm_property
    UNION ALL
    SELECT property_id, coalesce(min(f.fips), upper(min(t.county)), ''), min(t.county)
    FROM norm_transfer t ANTI JOIN norm_property p USING (property_id)
    LEFT JOIN county_form f ON f.fips_text = '' AND f.name_text = coalesce(t.county, '')
    GROUP BY property_id;
`;

/** Kinds of facts about parcels; rents are by ZIP code. */
const PARCEL_KINDS = ['properties', 'transfers', 'listings'] as const;

async function datePerCounty({ duck, region, imports = [] }: RegionBuild): Promise<void> {
  const held: CountyOfImport[] = [];
  for (const one of imports) held.push(...(await countiesOf(duck, region, one)));
  const pins = pinnedCounties(held);
  const columns = 'county_key VARCHAR, pinned_day VARCHAR, sources VARCHAR, imported_at VARCHAR';
  await createTable(duck, 'county_pin', columns, (append) => {
    for (const [countyKey, { pinnedDay, sources, importedAt }] of pins) {
      append([countyKey, pinnedDay, sources.join('\n'), importedAt]);
    }
  });
  await duck.run(`
    CREATE OR REPLACE TABLE county_day AS
      WITH span AS (
        SELECT county_key, min(sale_date) AS records_from, max(sale_date) AS newest_sale
        FROM norm_transfer JOIN parcel_county USING (property_id) GROUP BY county_key
      )
      SELECT county_key, s.records_from, coalesce(p.pinned_day::DATE, s.newest_sale) AS records_through,
        p.pinned_day IS NOT NULL AS is_pinned, coalesce(string_split(p.sources, chr(10)), []) AS sources,
        coalesce(p.imported_at, '') AS imported_at
      FROM (SELECT DISTINCT county_key FROM parcel_county)
      LEFT JOIN span s USING (county_key) LEFT JOIN county_pin p USING (county_key);
    DROP TABLE county_pin;`);
}

/** The counties of one import's parcels, each with its newest sale. */
async function countiesOf(duck: DuckDBConnection, region: string, one: BuildImport): Promise<CountyOfImport[]> {
  const parts = PARCEL_KINDS.flatMap((kind) => {
    const paths = one.files.filter((file) => file.kind === kind).map(({ path }) => path);
    if (paths.length === 0) return [];
    const day = kind === 'transfers' ? 'sale_date' : 'NULL::DATE';
    return [`SELECT parcel_id, ${day} AS sale_date FROM read_parquet([${sqlTexts(paths)}], union_by_name = true)`];
  });
  if (parts.length === 0) return [];
  const counties: CountyOfImport[] = [];
  const { source, importedAt, pinnedDay } = one;
  await eachRow(
    duck,
    `SELECT c.county_key, max(f.sale_date)::VARCHAR FROM (${parts.join(' UNION ALL ')}) f
     JOIN parcel_county c ON c.property_id = ${stableIdSql(sqlText(region), 'f.parcel_id')} GROUP BY c.county_key`,
    ([countyKey, newestSale]) =>
      counties.push({
        countyKey: String(countyKey),
        newestSale: newestSale == null ? null : String(newestSale),
        source,
        importedAt,
        pinnedDay,
      }),
  );
  return counties;
}
