import { ON_MARKET } from '@plat/dataset';
import {
  AGGRESSIVE_MIN_RATIO,
  AGGRESSIVE_RENT_SHARE,
  CONSERVATIVE_MAX_RATIO,
  CONSERVATIVE_RENT_SHARE,
  DEFAULT_GROSS_YIELD,
  GRM_MIN_PURCHASES,
  GRM_WINDOW_DAYS,
  PURCHASE_CLASS_BASIS,
  VALUE_ECHO_MIN_SPREAD,
  VALUE_ECHO_SHARE,
} from '@plat/dataset/constants';

/** `local_grm` compares with purchases of the area; `rent_to_price` with 1 % and 0.7 % of the price a month. */
export type PurchaseClassBasis = 'local_grm' | 'rent_to_price';

/**
 * Purchase classes (docs/rules/rents.md) as SQL: `deal`, `property_rent` -> `purchase_class` (deal_id,
 * purchase_class) of rental purchases on the open market with a price and a rent. GRM = price / (12 rent) is
 * compared with the median of valid purchases of the same county and type in the last 24 months of the county.
 * With fewer than 30, the median of the state in the 24 months before its newest county's day is used, then
 * 1/0.0745. An older purchase is compared with its own 24 months.
 *
 * A rent that is a yield of the estimated value is useless if that value comes from the price. Such a purchase is
 * unclassified when both are within 0.5 %. All of a county and type are unclassified where values follow prices
 * (median absolute deviation of ln(price / value) below 0.02).
 */
export const purchaseClassSql = (basis: PurchaseClassBasis = PURCHASE_CLASS_BASIS): string => `
  CREATE OR REPLACE TABLE rented_purchase AS
    WITH purchase AS (
      SELECT d.deal_id, c.county_key, d.property_type, d.arms_length,
        d.purchase_price / (12.0 * r.estimated_rent) AS grm,
        ${periodSql('c.window_end')} AS county_period, ${periodSql('s.window_end')} AS state_period,
        CASE WHEN r.rent_source = 'yield' THEN ln(d.purchase_price / d.estimated_value) END AS price_to_value
      FROM deal d JOIN property_rent r USING (property_id) JOIN parcel_day c USING (property_id), region_day s
      WHERE d.deal_type = 'rental' AND d.${ON_MARKET} AND d.purchase_price > 0
    ), spread AS (
      SELECT county_key, property_type, mad(price_to_value) AS spread FROM purchase
      GROUP BY ALL HAVING count(price_to_value) >= ${GRM_MIN_PURCHASES}
    )
    SELECT deal_id, county_key, property_type, arms_length, grm, county_period, state_period
    FROM purchase LEFT JOIN spread USING (county_key, property_type)
    WHERE price_to_value IS NULL
      OR abs(price_to_value) > ln(1 + ${VALUE_ECHO_SHARE}) AND coalesce(spread >= ${VALUE_ECHO_MIN_SPREAD}, true);
  CREATE OR REPLACE TABLE purchase_class AS
    WITH county_grm AS (${medianGrmSql('county_key, property_type, county_period')}),
    state_grm AS (${medianGrmSql('property_type, state_period')})
    SELECT deal_id, ${CLASS_OF[basis]} AS purchase_class
    FROM rented_purchase p
    LEFT JOIN county_grm c USING (county_key, property_type, county_period)
    LEFT JOIN state_grm s USING (property_type, state_period);
  DROP TABLE rented_purchase;
`;

/** Number of whole 24-month periods between a purchase and a day; 0 for the last one. */
const periodSql = (end: string): string => `greatest(0, ceil((${end} - d.purchase_date) / ${GRM_WINDOW_DAYS}.0) - 1)`;

const medianGrmSql = (group: string): string => `
  SELECT ${group}, median(grm) AS median FROM rented_purchase WHERE arms_length = 'valid'
  GROUP BY ALL HAVING count(*) >= ${GRM_MIN_PURCHASES}`;

const EXPECTED_GRM = `coalesce(c.median, s.median, 1 / ${DEFAULT_GROSS_YIELD})`;

const CLASS_OF: Readonly<Record<PurchaseClassBasis, string>> = {
  local_grm: `CASE WHEN p.grm > ${AGGRESSIVE_MIN_RATIO} * ${EXPECTED_GRM} THEN 'aggressive'
    WHEN p.grm < ${CONSERVATIVE_MAX_RATIO} * ${EXPECTED_GRM} THEN 'conservative' ELSE 'moderate' END`,
  rent_to_price: `CASE WHEN 1 / (12 * p.grm) < ${AGGRESSIVE_RENT_SHARE} THEN 'aggressive'
    WHEN 1 / (12 * p.grm) >= ${CONSERVATIVE_RENT_SHARE} THEN 'conservative' ELSE 'moderate' END`,
};
