import { EXTENDED_FLIP_MAX_DAYS, FLIP_MAX_DAYS, FLIP_MIN_DAYS } from './constants.ts';
import { testList } from './deal-tests.ts';

/** Kinds of party that neither flip nor buy a flip (C.2). */
const NOT_FLIPPERS = "('builder', 'lender', 'government')";

/**
 * C.2 as SQL: `holding` -> `flip` (purchase_id, resale_id, property_id, buyer_id, extended, tests).
 *
 * A flip is a pair of consecutive priced sales that are both valid, where the holder after the first passes the parcel
 * on in the second 14 to 365 days later. Fewer days are a double close, more up to 730 an extended flip. The holder must
 * not have lived there; the parcel must not have been land; neither side of the resale is a builder, lender, government
 * or the holder's own. Unknown occupancy, building or buyer does not disqualify; `tests` lists what the records answered.
 */
export const FLIP_SQL = `
  CREATE OR REPLACE TABLE flip AS
    WITH chain AS (
      SELECT * FROM holding WHERE arms_length = 'valid' OR (arms_length = 'undetermined' AND price IS NOT NULL)
    ), pair AS (
      SELECT *, lead(sale_id) OVER sales AS resale_id, lead(sale_date) OVER sales - sale_date AS days_held,
        lead(arms_length) OVER sales AS resale_verdict, lead(price) OVER sales AS resale_price,
        lead(from_id) OVER sales AS resale_from_id, lead(seller_id) OVER sales AS resale_seller_id,
        lead(buyer_id) OVER sales AS resale_buyer_id, lead(buyer_kind) OVER sales AS resale_buyer_kind
      FROM chain WINDOW sales AS (PARTITION BY property_id ORDER BY step)
    ), tested AS (
      SELECT *,
        (residence = 'same' AND holder_kind IS DISTINCT FROM 'company') OR coalesce(homestead, false) AS owner_occupied,
        CASE WHEN year_built IS NOT NULL THEN year_built < year(sale_date)
          WHEN assessed_improvement_value > 0 THEN true
          ELSE property_type <> 'LAND' END AS improved
      FROM pair
    )
    SELECT sale_id AS purchase_id, resale_id, property_id, holder_id AS buyer_id, days_held > ${FLIP_MAX_DAYS} AS extended,
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
      AND arms_length = 'valid' AND resale_verdict = 'valid' AND price IS NOT NULL AND resale_price IS NOT NULL
      AND holder_id = resale_from_id
      AND holder_id IS DISTINCT FROM resale_buyer_id
      AND coalesce(holder_kind NOT IN ${NOT_FLIPPERS}, true)
      AND coalesce(resale_buyer_kind NOT IN ${NOT_FLIPPERS}, true)
      AND NOT owner_occupied
      AND coalesce(improved, true);
`;
