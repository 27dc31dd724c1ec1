import { ON_MARKET, PASSES_TITLE, sqlTexts } from '@plat/dataset';
import { MOSTLY_FLIPS_SHARE, RENTAL_HOLD_DAYS } from '@plat/dataset/constants';
import { testList } from './deal-tests.ts';

export const RESIDENTIAL_TYPES = ['SFR', 'MFR', 'CONDO', 'MOBILE'] as const;

/** Kinds of party that are not landlords (docs/rules/rentals.md). */
const NOT_LANDLORDS = "('builder', 'lender', 'relocation', 'government', 'non_profit', 'withheld')";

/**
 * Rental purchases (docs/rules/rentals.md) as SQL: `holding`, `flip` -> `rental` (purchase_id, property_id,
 * buyer_id, visible_from, tests).
 *
 * A rental purchase is a valid or undetermined purchase of a home by somebody who does not live there and has not
 * resold it within 365 days. Land by the deed is not a home. The buyer does not live there if the mailing address
 * is another home, or the buyer is a company; a trust needs the address. A homestead exemption of the buyer
 * overrules both. A resale is the next deed that passes title to another cluster.
 *
 * A cluster whose settled deals are mostly flips keeps each purchase pending for 365 days: `visible_from` is the
 * first as-of day on which it counts. Settled deals are flips, and rentals held 365 days by the county's last day.
 * Off-market purchases keep their verdict: responses show them on request and never count them.
 */
export const RENTAL_SQL = `
  CREATE OR REPLACE TABLE rental_purchase AS
    WITH market AS (
      SELECT *, lead(sale_date) OVER sales - sale_date AS days_to_next, lead(buyer_id) OVER sales AS next_buyer_id
      FROM holding WHERE ${PASSES_TITLE}
      WINDOW sales AS (PARTITION BY property_id ORDER BY step)
    )
    SELECT sale_id AS purchase_id, property_id, holder_id AS buyer_id, sale_date, arms_length,
      ${testList({
        absentee_mailing: "residence = 'different'",
        entity_buyer: "holder_kind = 'company'",
        no_homestead: 'NOT homestead',
      })} AS tests
    FROM market
    WHERE holder_id IS NOT NULL
      AND property_type IN (${sqlTexts(RESIDENTIAL_TYPES)})
      AND coalesce(holder_kind NOT IN ${NOT_LANDLORDS}, false)
      AND (residence = 'different' OR holder_kind = 'company')
      AND NOT coalesce(homestead, false)
      AND NOT coalesce(vacant_at_sale, false)
      AND NOT coalesce(days_to_next <= ${RENTAL_HOLD_DAYS} AND next_buyer_id IS DISTINCT FROM holder_id, false);
  CREATE OR REPLACE TABLE rental AS
    WITH settled AS (
      SELECT buyer_id, true AS is_flip FROM flip WHERE NOT extended AND ${ON_MARKET}
      UNION ALL
      SELECT buyer_id, false FROM rental_purchase JOIN parcel_day USING (property_id)
      WHERE sale_date + ${RENTAL_HOLD_DAYS} <= window_end AND ${ON_MARKET}
    ), history AS (
      SELECT buyer_id, count(*) FILTER (WHERE is_flip) / count(*) AS flip_share FROM settled GROUP BY buyer_id
    )
    SELECT purchase_id, property_id, buyer_id,
      CASE WHEN flip_share > ${MOSTLY_FLIPS_SHARE} THEN sale_date + ${RENTAL_HOLD_DAYS} ELSE sale_date END AS visible_from,
      CASE WHEN flip_share IS NULL THEN tests ELSE list_append(tests, 'buyer_history') END AS tests
    FROM rental_purchase LEFT JOIN history USING (buyer_id);
  DROP TABLE rental_purchase;
`;
