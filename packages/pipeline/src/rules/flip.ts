import { OFF_MARKET_PURCHASE, PASSES_TITLE } from '@plat/dataset';
import { EXTENDED_FLIP_MAX_DAYS, FLIP_MAX_DAYS, FLIP_MIN_DAYS, LOW_VALUE_RATIO } from '@plat/dataset/constants';
import { testList } from './deal-tests.ts';

/** Kinds of party that neither flip nor buy a flip (docs/rules/flips.md). */
const NOT_FLIPPERS = "('builder', 'lender', 'government', 'relocation')";

/**
 * Flips (docs/rules/flips.md) as SQL: `holding` -> `flip` (purchase_id, resale_id, property_id, buyer_id,
 * arms_length, extended, tests).
 *
 * A flip is a pair of consecutive valid priced sales. The holder after the first sells the parcel in the second 14
 * to 365 days later; up to 730 days is an extended flip, fewer than 14 a double close. The holder did not live
 * there. The parcel was neither land nor a house that its builder sold new. Neither side of the resale is a
 * builder, lender, relocation company, government or the holder's own. Losses count, but a resale under a quarter
 * of the purchase price sold another thing.
 *
 * Unknown occupancy, building or buyer does not disqualify; `tests` lists the answered ones. A pair that was
 * bought off the market keeps that verdict: responses show it on request and never count it.
 */
export const FLIP_SQL = `
  CREATE OR REPLACE TABLE flip AS
    ${flipsAlong("arms_length = 'valid' OR (arms_length = 'undetermined' AND price IS NOT NULL)", "arms_length = 'valid'")}
    UNION ALL
    ${flipsAlong(PASSES_TITLE, `${OFF_MARKET_PURCHASE} AND NOT list_contains(reasons, 'multi_parcel')`)};
`;

/**
 * Flips along a chain of deeds. @param links, purchase SQL conditions over a holding: deeds of the chain, and
 * purchases.
 */
function flipsAlong(links: string, purchase: string): string {
  return `(
    WITH pair AS (
      SELECT *, lead(sale_id) OVER sales AS resale_id, lead(sale_date) OVER sales - sale_date AS days_held,
        lead(arms_length) OVER sales AS resale_verdict, lead(price) OVER sales AS resale_price,
        lead(from_id) OVER sales AS resale_from_id, lead(seller_id) OVER sales AS resale_seller_id,
        lead(buyer_id) OVER sales AS resale_buyer_id, lead(buyer_kind) OVER sales AS resale_buyer_kind
      FROM holding WHERE ${links} WINDOW sales AS (PARTITION BY property_id ORDER BY step)
    ), tested AS (
      SELECT *,
        (residence = 'same' AND holder_kind IS DISTINCT FROM 'company') OR coalesce(homestead, false) AS owner_occupied,
        CASE WHEN vacant_at_sale THEN false
          WHEN year_built IS NOT NULL THEN year_built < year(sale_date)
          WHEN seller_kind = 'builder' THEN false
          WHEN NOT vacant_at_sale THEN true
          WHEN assessed_improvement_value > 0 THEN true
          ELSE property_type <> 'LAND' END AS improved
      FROM pair
    )
    SELECT sale_id AS purchase_id, resale_id, property_id, holder_id AS buyer_id, arms_length,
      days_held > ${FLIP_MAX_DAYS} AS extended,
      ${testList({
        buyer_is_seller: 'buyer_id = resale_seller_id',
        absentee_mailing: "residence = 'different'",
        entity_buyer: "holder_kind = 'company'",
        no_homestead: 'NOT homestead',
        improved: 'improved',
        resale_buyer: 'resale_buyer_id IS NOT NULL',
      })} AS tests
    FROM tested
    WHERE days_held BETWEEN ${FLIP_MIN_DAYS} AND ${EXTENDED_FLIP_MAX_DAYS}
      AND ${purchase} AND resale_verdict = 'valid' AND price IS NOT NULL AND resale_price >= price * ${LOW_VALUE_RATIO}
      AND holder_id = resale_from_id
      AND holder_id IS DISTINCT FROM resale_buyer_id
      AND coalesce(holder_kind NOT IN ${NOT_FLIPPERS}, true)
      AND coalesce(resale_buyer_kind NOT IN ${NOT_FLIPPERS}, true)
      AND NOT owner_occupied
      AND coalesce(improved, true))`;
}
