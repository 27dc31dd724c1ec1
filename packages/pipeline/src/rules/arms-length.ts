import {
  ARMS_LENGTH_REASONS,
  type ArmsLengthReason,
  NON_DISCLOSURE_STATES,
  PUBLISHING_COUNTIES,
  REASON_CODES,
  sqlText,
  sqlTexts,
} from '@plat/dataset';
import { MIN_MARKET_PRICE_USD } from '@plat/dataset/constants';
import { HARD_REASONS } from './arms-length-hard.ts';
import {
  COMPARABLE_VALUE,
  peerStatisticsSql,
  STATISTICAL_REASONS,
  SUPPLEMENTARY_REASONS,
} from './arms-length-statistics.ts';
import { builderPricesSql } from './builder-prices.ts';
import { documentOrder } from './sql.ts';

/**
 * The verdict on each sale (docs/rules/arms-length.md) as SQL: `sale_with_parties` -> `verdict` (sale_id,
 * arms_length, reasons). Sales without a hard reason are compared with their peers and their estimated value. A
 * sale without a price and without a hard reason is `undetermined`. Needs `surname_share`, `shared_name`,
 * `signer_share`, `norm_property`.
 */
export function judgeSalesSql(state: string): string {
  const disclosed = NON_DISCLOSURE_STATES.has(state)
    ? `coalesce(p.fips IN (${sqlTexts([...PUBLISHING_COUNTIES])}), false)`
    : 'true';
  return `
    CREATE OR REPLACE TABLE hard_verdict AS
      WITH judged_sale AS (
        SELECT s.*, ${disclosed} AS discloses_prices, n.share AS surname_share,
          m.party_on_both_sides, m.companies_alike, m.word_share, g.share AS signer_share,
          CASE WHEN s.price IS NOT NULL THEN s.sale_date - lag(s.sale_date) OVER (
            PARTITION BY s.property_id, s.price ORDER BY s.sale_date, ${documentOrder('s.document_id')}, s.sale_id) END AS days_since_same_price,
          ${DAYS_TO_OTHER_PRICE} AS days_to_other_price
        FROM (SELECT *, CASE WHEN seller_surname = buyer_surname THEN buyer_surname END AS shared_surname FROM sale_with_parties) s
        LEFT JOIN norm_property p USING (property_id)
        LEFT JOIN shared_name m USING (sale_id)
        LEFT JOIN signer_share g USING (sale_id)
        LEFT JOIN surname_share n ON n.surname_key = s.shared_surname AND n.county = coalesce(s.county, '')
        WINDOW deeds AS (PARTITION BY s.property_id ORDER BY s.sale_date, ${documentOrder('s.document_id')}, s.sale_id)
      )
      SELECT sale_id, discloses_prices, ${reasonList(HARD_REASONS)} AS reasons FROM judged_sale;

    CREATE OR REPLACE TABLE open_sale AS
      WITH newest AS (SELECT county, max(sale_date) AS newest_sale_of_county FROM sale_with_parties GROUP BY county)
      SELECT s.sale_id, s.sale_date, s.price, s.county, s.grantor, s.seller_id, s.seller_kind, s.buyer_kind,
        s.seller_surname, s.buyer_surname,
        p.zip, CASE WHEN s.vacant_at_sale THEN 'LAND' ELSE p.property_type END AS property_type,
        ${ofTheHouse('living_square_feet')}, ${ofTheHouse('estimated_value')}, p.year_built, newest_sale_of_county
      FROM sale_with_parties s
      JOIN hard_verdict h USING (sale_id)
      LEFT JOIN norm_property p USING (property_id)
      LEFT JOIN newest ON newest.county IS NOT DISTINCT FROM s.county
      WHERE len(h.reasons) = 0 AND s.price IS NOT NULL;
    ${peerStatisticsSql('open_sale')}
    ${builderPricesSql('open_sale')}
    CREATE OR REPLACE TABLE statistical_verdict AS
      WITH compared AS (
        SELECT s.*, ${COMPARABLE_VALUE} AS comparable_value, z_price, z_price_per_sqft, builder_price
        FROM open_sale s LEFT JOIN peer_statistics USING (sale_id) LEFT JOIN builder_price USING (sale_id)
      ), judged AS (
        SELECT sale_id, ${reasonList(STATISTICAL_REASONS)} AS reasons, ${reasonList(SUPPLEMENTARY_REASONS)} AS supplements,
        FROM compared
      )
      SELECT sale_id, CASE WHEN list_contains(reasons, 'low_for_peers') THEN list_concat(reasons, supplements) ELSE reasons END AS reasons
      FROM judged WHERE len(reasons) > 0;

    CREATE OR REPLACE TABLE verdict AS
      SELECT s.sale_id,
        CASE WHEN len(h.reasons) > 0 OR v.reasons IS NOT NULL THEN 'non_arms_length'
          WHEN s.price IS NULL THEN 'undetermined' ELSE 'valid' END AS arms_length,
        CASE WHEN len(h.reasons) > 0 THEN h.reasons
          WHEN v.reasons IS NOT NULL THEN v.reasons
          WHEN s.price IS NULL THEN [CASE WHEN h.discloses_prices THEN 'price_missing' ELSE 'price_undisclosed' END]
          ELSE [] END AS reasons
      FROM sale_with_parties s
      JOIN hard_verdict h USING (sale_id)
      LEFT JOIN statistical_verdict v USING (sale_id);
    DROP TABLE hard_verdict; DROP TABLE open_sale; DROP TABLE peer_statistics; DROP TABLE builder_price; DROP TABLE statistical_verdict;
  `;
}

const NEXT_SALE = `lead(CASE WHEN s.price >= ${MIN_MARKET_PRICE_USD} AND NOT s.multi_parcel
  THEN {'day': s.sale_date, 'price': s.price} END IGNORE NULLS) OVER deeds`;
/** SQL: days to the next sale at a market price, if that price is another. */
const DAYS_TO_OTHER_PRICE = `CASE WHEN (${NEXT_SALE}).price <> s.price THEN (${NEXT_SALE}).day - s.sale_date END`;

/** SQL of a roll column, null where the sale was of bare land under a later house. */
const ofTheHouse = (column: string): string => `CASE WHEN s.vacant_at_sale THEN NULL ELSE p.${column} END AS ${column}`;

/** SQL list of the codes whose condition holds, in the order of ARMS_LENGTH_REASONS. */
function reasonList(conditions: Readonly<Partial<Record<ArmsLengthReason, string>>>): string {
  const cases = REASON_CODES.flatMap((code) => {
    const condition = conditions[code];
    return condition === undefined ? [] : [`CASE WHEN ${condition} THEN ${sqlText(code)} END`];
  });
  return `list_filter([${cases.join(', ')}], lambda code: code IS NOT NULL)`;
}

/** The sentence for a reason code; null for an unknown code. */
export function explainReason(code: string): string | null {
  return Object.hasOwn(ARMS_LENGTH_REASONS, code) ? ARMS_LENGTH_REASONS[code as ArmsLengthReason].sentence : null;
}
