import { cellSql, disclosesPrices, PUBLISHING_COUNTIES } from '@plat/dataset';
import { COMP_SALE_YEARS, MIN_MARKET_PRICE_USD } from '@plat/dataset/constants';

/**
 * Comparable sales (docs/rules/comps.md) as SQL: `sale`, `norm_listing`, `norm_property`, `deal` -> `comp_sale`.
 *
 * Valid priced deeds where prices are public, closed listings elsewhere; residential property with coordinates.
 * Leaves out sales before the house was built, which sold land or another house, and sales more than seven years
 * before the county's last day, the longest window a request may have.
 */
export const compSaleSql = (region: string): string => `
  CREATE OR REPLACE TABLE comp_sale AS
    WITH priced AS (
      SELECT property_id, sale_date, price, 'recorder' AS source FROM sale
      WHERE arms_length = 'valid' AND price IS NOT NULL AND NOT coalesce(vacant_at_sale, false)
      UNION ALL
      SELECT property_id, close_date, close_price, 'mls' FROM norm_listing WHERE close_price >= ${MIN_MARKET_PRICE_USD}
    ), flip_resale AS (
      SELECT DISTINCT property_id, sale_date FROM deal WHERE deal_type = 'flip' AND NOT extended
    )
    SELECT ${cellSql('p.latitude', 'p.longitude')} AS cell, s.sale_date,
      lead(s.sale_date) OVER (PARTITION BY property_id ORDER BY s.sale_date, s.price) AS superseded_on,
      property_id, s.price, p.latitude, p.longitude, p.bedrooms, p.bathrooms, p.living_square_feet, p.lot_square_feet,
      p.year_built, p.units_count, f.property_id IS NOT NULL AS is_flip_resale, s.source, p.property_type,
      p.situs_building_key AS building_key, p.address, p.city, p.state, p.zip, d.county_key
    FROM priced s
    JOIN norm_property p USING (property_id)
    JOIN parcel_day d USING (property_id)
    LEFT JOIN flip_resale f USING (property_id, sale_date)
    WHERE s.source = ${sourceSql(region)}
      AND p.property_type NOT IN ('LAND', 'OTHER')
      AND p.latitude BETWEEN -90 AND 90 AND p.longitude BETWEEN -180 AND 180
      AND s.sale_date >= d.window_end - INTERVAL ${COMP_SALE_YEARS} YEAR
      AND (p.year_built IS NULL OR p.year_built <= year(s.sale_date));
`;

function sourceSql(region: string): string {
  if (disclosesPrices(region, null)) return "'recorder'";
  const published = [...PUBLISHING_COUNTIES].map((fips) => `'${fips}'`).join(', ');
  return `CASE WHEN p.fips IN (${published}) THEN 'recorder' ELSE 'mls' END`;
}
