import { sqlTexts } from '@plat/dataset';
import {
  DEFAULT_GROSS_YIELD,
  MAX_RENT_BEDROOMS,
  RENT_CALIBRATION_MIN_HOMES,
  RENT_SIZE_ELASTICITY,
  RENT_SIZE_FACTOR_MAX,
  RENT_SIZE_FACTOR_MIN,
  RENT_SIZE_MIN_HOMES,
  USABLE_SQFT_MAX,
  USABLE_SQFT_MIN,
  YIELD_MIN_HOMES,
} from '@plat/dataset/constants';
import { RESIDENTIAL_TYPES } from './rental.ts';

/**
 * Rents (docs/rules/rents.md) as SQL: `norm_property`, `norm_rent` -> `property_rent` (property_id,
 * estimated_rent, rent_source), US dollars a month for all homes on a residential parcel. In order of preference:
 *
 * recorded: the rent in the file.
 * table: homes x rent of the ZIP code and bedrooms per home x (living area / median of its peers)^0.35, a factor
 *   clamped to 0.75 to 1.35, x median of recorded / tabled rents of the county (1 with fewer than 30 homes).
 * yield: estimated value x gross yield / 12. The yield is the median of 12 rent / value of the county and type over
 *   homes with one of the rents above (at least 30), then of the state and type, then 0.0745.
 */
export const PROPERTY_RENT_SQL = `
  CREATE OR REPLACE TABLE home AS
    WITH counted AS (
      SELECT *, CASE WHEN property_type = 'MFR' THEN nullif(units_count, 0) ELSE 1 END AS homes
      FROM norm_property WHERE property_type IN (${sqlTexts(RESIDENTIAL_TYPES)})
    )
    SELECT property_id, zip, coalesce(fips, county, '') AS county, property_type, homes,
      nullif(estimated_rent, 0) AS recorded_rent, nullif(estimated_value, 0) AS value,
      -- Rolls write 0 for bedrooms that nobody counted, and only flats are studios.
      CASE WHEN bedrooms > 0 OR bedrooms = 0 AND property_type IN ('CONDO', 'MFR')
        THEN least(round(bedrooms / homes), ${MAX_RENT_BEDROOMS})::INTEGER END AS bedrooms,
      CASE WHEN living_square_feet / homes BETWEEN ${USABLE_SQFT_MIN} AND ${USABLE_SQFT_MAX}
        THEN living_square_feet / homes END AS square_feet
    FROM counted;
  CREATE OR REPLACE TABLE tabled_rent AS
    WITH zip_size AS (${medianSizeSql('zip')}), county_size AS (${medianSizeSql('county')}),
    tabled AS MATERIALIZED (
      SELECT h.property_id, h.county, h.recorded_rent, h.homes * t.rent * ${sizeFactorSql('h.square_feet / coalesce(z.median, c.median)')} AS rent
      FROM home h
      JOIN norm_rent t USING (zip, bedrooms)
      LEFT JOIN zip_size z USING (zip, bedrooms)
      LEFT JOIN county_size c USING (county, bedrooms)
    ), calibration AS (
      SELECT county, median(recorded_rent / rent) AS factor FROM tabled WHERE recorded_rent IS NOT NULL
      GROUP BY county HAVING count(*) >= ${RENT_CALIBRATION_MIN_HOMES}
    )
    SELECT property_id, rent * coalesce(factor, 1) AS rent FROM tabled LEFT JOIN calibration USING (county);
  CREATE OR REPLACE TABLE property_rent AS
    WITH known AS MATERIALIZED (
      SELECT h.*, coalesce(h.recorded_rent, t.rent) AS rent,
        CASE WHEN h.recorded_rent IS NOT NULL THEN 'recorded' WHEN t.rent IS NOT NULL THEN 'table' END AS source
      FROM home h LEFT JOIN tabled_rent t USING (property_id)
    ), county_yield AS (
      SELECT county, property_type, median(12 * rent / value) AS yield FROM known
      WHERE rent IS NOT NULL AND value IS NOT NULL GROUP BY ALL HAVING count(*) >= ${YIELD_MIN_HOMES}
    ), state_yield AS (
      SELECT property_type, median(12 * rent / value) AS yield FROM known
      WHERE rent IS NOT NULL AND value IS NOT NULL GROUP BY ALL HAVING count(*) >= ${YIELD_MIN_HOMES}
    ), estimated AS (
      SELECT property_id, coalesce(source, 'yield') AS rent_source,
        coalesce(rent, value * coalesce(c.yield, s.yield, ${DEFAULT_GROSS_YIELD}) / 12) AS rent
      FROM known LEFT JOIN county_yield c USING (county, property_type) LEFT JOIN state_yield s USING (property_type)
    )
    SELECT property_id, round(rent)::INTEGER AS estimated_rent, rent_source FROM estimated
    WHERE rent BETWEEN 1 AND ${2 ** 31 - 1};
  DROP TABLE home; DROP TABLE tabled_rent;
`;

/** Median living area by area and bedrooms, where enough homes have one. */
function medianSizeSql(area: 'zip' | 'county'): string {
  return `SELECT ${area}, bedrooms, median(square_feet) AS median FROM home
    WHERE square_feet IS NOT NULL AND bedrooms IS NOT NULL AND ${area} IS NOT NULL
    GROUP BY ALL HAVING count(*) >= ${RENT_SIZE_MIN_HOMES}`;
}

/** 1 for an unknown size, because least() and greatest() skip nulls and would return the largest factor. */
function sizeFactorSql(ratio: string): string {
  return `CASE WHEN ${ratio} IS NULL THEN 1 ELSE
  greatest(${RENT_SIZE_FACTOR_MIN}, least(${RENT_SIZE_FACTOR_MAX}, (${ratio}) ^ ${RENT_SIZE_ELASTICITY})) END`;
}
