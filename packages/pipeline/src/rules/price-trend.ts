import {
  TREND_ELASTICITY_RANGE,
  TREND_MAX_ANNUAL_CHANGE,
  TREND_MIN_SALES,
  TREND_WINDOW_DAYS,
  USABLE_SQFT_MAX,
  USABLE_SQFT_MIN,
} from '@plat/dataset/constants';

/**
 * Price trends (docs/rules/values.md) as SQL: `comp_sale` -> `price_trend`, for every county and the region, by
 * type. Uses the sales in the 24 months before the last day of the county, or for the region before its newest
 * such day.
 *
 * Two least-squares slopes within grid cells, so that a shift of sales to more expensive places is not a rise: log price
 * per square foot on years, and log price on log living area (fixed-effects estimator, Wooldridge 2010, ch. 10).
 * Both are clamped, because few sales give extreme slopes.
 */
export const PRICE_TREND_SQL = `
  CREATE OR REPLACE TABLE price_trend AS
    WITH dated AS (
      SELECT c.county_key, property_type, cell, price, living_square_feet, sale_date, window_end
      FROM comp_sale c JOIN parcel_day USING (property_id) WHERE c.county_key <> ''
      UNION ALL
      SELECT '', property_type, cell, price, living_square_feet, sale_date, window_end FROM comp_sale, region_day
    ), recent AS (
      SELECT county_key, property_type, cell, ln(price) AS log_price, ln(living_square_feet) AS log_size,
        date_diff('day', window_end, sale_date) / 365.25 AS years
      FROM dated
      WHERE sale_date > window_end - ${TREND_WINDOW_DAYS} AND sale_date <= window_end
        AND living_square_feet BETWEEN ${USABLE_SQFT_MIN} AND ${USABLE_SQFT_MAX}
    ), deviation AS (
      SELECT county_key, property_type,
        years - avg(years) OVER place AS years,
        log_price - avg(log_price) OVER place AS log_price,
        log_size - avg(log_size) OVER place AS log_size
      FROM recent WINDOW place AS (PARTITION BY county_key, property_type, cell)
    )
    SELECT county_key, property_type, count(*) AS sale_count,
      round(greatest(${-TREND_MAX_ANNUAL_CHANGE}, least(${TREND_MAX_ANNUAL_CHANGE},
        sum(years * (log_price - log_size)) / sum(years * years))), 4) AS annual_log_change,
      round(greatest(${TREND_ELASTICITY_RANGE[0]}, least(${TREND_ELASTICITY_RANGE[1]},
        sum(log_size * log_price) / sum(log_size * log_size))), 4) AS size_elasticity
    FROM deviation GROUP BY county_key, property_type
    HAVING count(*) >= ${TREND_MIN_SALES} AND sum(years * years) > 1 AND sum(log_size * log_size) > 1;
`;
