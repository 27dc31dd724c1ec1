import { ON_MARKET } from '@plat/dataset';
import { createCountyForms } from '../stages/normalise/county-forms.ts';
import type { Stage } from '../stages/stage.ts';

/** The figures of each county of a region: `county`, with the columns of the dataset table. */
export const describeCounties: Stage = {
  name: 'describe counties',
  inputs: ['norm_property', 'norm_listing', 'sale', 'deal', 'parcel_county', 'county_day'],
  outputs: ['county'],
  async run({ duck, region, isSample = false }) {
    await createCountyForms(duck, region, 'SELECT county_key, NULL::VARCHAR FROM county_day');
    await duck.run(countySql(region, isSample));
    await duck.run(
      'DROP TABLE county_form; DROP VIEW parcel_day; DROP VIEW region_day; DROP TABLE county_day; DROP TABLE parcel_county',
    );
  },
};

/** The sample market is the same in every home, so its counties do not show when this home made it. */
const countySql = (region: string, isSample: boolean): string => `
  CREATE OR REPLACE TABLE county AS
    WITH names AS (
      SELECT county_key, mode(county) AS county FROM parcel_county GROUP BY county_key
    ), properties AS (
      SELECT c.county_key, count(*) AS properties, count(p.owner_name_1) AS owned,
        count(*) FILTER (WHERE latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180) AS placed
      FROM norm_property p JOIN parcel_county c USING (property_id) GROUP BY c.county_key
    ), sales AS (
      SELECT c.county_key, count(*) AS sales, count(s.price) AS priced
      FROM sale s JOIN parcel_county c USING (property_id) GROUP BY c.county_key
    ), deals AS (
      SELECT c.county_key, count(*) FILTER (WHERE deal_type = 'flip') AS flips,
        count(*) FILTER (WHERE deal_type = 'rental') AS rentals, count(DISTINCT buyer_id) AS buyers
      FROM deal d JOIN parcel_county c USING (property_id) WHERE NOT extended AND d.${ON_MARKET} GROUP BY c.county_key
    ), listings AS (
      SELECT DISTINCT c.county_key FROM norm_listing l JOIN parcel_county c USING (property_id)
    )
    SELECT county_key, CASE WHEN regexp_full_match(county_key, '[0-9]{5}') THEN county_key END AS fips,
      coalesce(f.name, n.county) AS name, '${region}' AS state, ${isSample} AS is_sample,
      d.records_from, d.records_through, d.is_pinned,
      coalesce(p.properties, 0) AS properties, coalesce(s.sales, 0) AS sales,
      coalesce(t.flips, 0) AS flips, coalesce(t.rentals, 0) AS rentals, coalesce(t.buyers, 0) AS buyers,
      coalesce(s.priced / s.sales, 0) AS share_with_price, coalesce(p.owned / p.properties, 0) AS share_with_owner,
      coalesce(p.placed / p.properties, 0) AS share_with_coordinates,
      coalesce(s.priced > 0, false) OR l.county_key IS NOT NULL AS has_prices, d.sources,
      ${isSample ? "d.records_through::VARCHAR || 'T00:00:00.000Z'" : 'd.imported_at'} AS imported_at
    FROM county_day d
    LEFT JOIN names n USING (county_key)
    LEFT JOIN properties p USING (county_key)
    LEFT JOIN sales s USING (county_key)
    LEFT JOIN deals t USING (county_key)
    LEFT JOIN listings l USING (county_key)
    LEFT JOIN county_form f ON f.fips_text = county_key;
`;
