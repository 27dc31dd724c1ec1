import { type ReasonOf, sqlTexts } from '@plat/dataset';
import {
  HIGH_VALUE_RATIO,
  HIGH_Z,
  LOW_VALUE_RATIO,
  LOW_Z,
  MIN_MARKET_PRICE_USD,
  PEER_MIN_SALES,
  PEER_WINDOW_DAYS,
  RESTRICTED_PRICE_RATIO,
  RESTRICTED_Z,
  ROUND_PRICE_USD,
  USABLE_SQFT_MAX,
  USABLE_SQFT_MIN,
  VALUE_COMPARABLE_DAYS,
} from '@plat/dataset/constants';

/** A low price needs one of these to count: relation, distress or REO. Non-market deeds are already decided. */
export const SUPPLEMENTARY_REASONS: Readonly<Record<ReasonOf<'supplementary'>, string>> = {
  shared_surname: 'seller_surname = buyer_surname',
  seller_lender: "seller_kind = 'lender'",
  seller_estate:
    "regexp_matches(upper(grantor), '\\b(ESTATE|EST) OF\\b|\\b(ESTATE|EST)$') AND seller_kind <> 'company'",
  computed_price: `price % ${ROUND_PRICE_USD} <> 0 AND buyer_kind IN ('person', 'trust')`,
};

/** Types whose prices can be compared without a living area. */
const HOMES_OF_ALIKE_SIZE = ['SFR', 'CONDO', 'MOBILE'] as const;

const IS_LOW = `z_price < ${LOW_Z} AND coalesce(z_price_per_sqft < ${LOW_Z}, true)`;
const IS_EXPLAINED = Object.values(SUPPLEMENTARY_REASONS)
  .map((condition) => `coalesce(${condition}, false)`)
  .join(' OR ');

/**
 * The statistical reasons (docs/rules/arms-length.md) as SQL conditions over `judged_sale` with the columns of
 * `peerStatisticsSql`. Where the living area is known, both z-scores must agree, so that a large house is not an
 * outlier. Without it, only prices of homes can be high: land, other buildings and parcels of unknown use differ in
 * size a hundredfold. A low price alone is what investors pay: it needs a supplementary reason.
 */
export const STATISTICAL_REASONS: Readonly<Record<ReasonOf<'statistical'>, string>> = {
  high_for_peers: `z_price > ${HIGH_Z} AND coalesce(z_price_per_sqft > ${HIGH_Z}, property_type IN (${sqlTexts(HOMES_OF_ALIKE_SIZE)}))`,
  high_for_value: `price > ${HIGH_VALUE_RATIO} * comparable_value`,
  low_for_peers: `${IS_LOW} AND (${IS_EXPLAINED})`,
  low_for_value: `price < ${LOW_VALUE_RATIO} * comparable_value`,
  low_for_builder: `price < ${RESTRICTED_PRICE_RATIO} * builder_price AND z_price < ${RESTRICTED_Z} AND buyer_kind IN ('person', 'trust')`,
};

/** An estimated value on the roll does not describe a sale years ago, nor the lot under a later house. */
export const COMPARABLE_VALUE = `CASE
  WHEN estimated_value > 0 AND sale_date >= newest_sale_of_county - ${VALUE_COMPARABLE_DAYS}
    AND coalesce(year_built < year(sale_date), true)
  THEN estimated_value END`;

/** Logarithms are summed as integers in units of 1e-5, so that sums do not depend on row order. */
const LOG_SCALE = 100_000;

/**
 * SQL: `input` (sale_id, sale_date, price, zip, county, property_type, living_square_feet) -> `peer_statistics`
 * (sale_id, z_price, z_price_per_sqft): z-scores of log10(price) and log10(price/sqft) among sales of the same ZIP
 * and property type in the 12 months before the sale. With fewer than 30 in the ZIP, the county is used. Null with
 * fewer than 30 there.
 */
export const peerStatisticsSql = (input: string): string => `
  CREATE OR REPLACE TABLE peer_sale AS
    SELECT sale_id, sale_date, zip, coalesce(county, '') AS county, property_type, round(log10(price) * ${LOG_SCALE})::BIGINT AS lp,
      CASE WHEN living_square_feet BETWEEN ${USABLE_SQFT_MIN} AND ${USABLE_SQFT_MAX}
        THEN round(log10(price / living_square_feet) * ${LOG_SCALE})::BIGINT END AS ls
    FROM ${input} WHERE price >= ${MIN_MARKET_PRICE_USD};
  ${(['zip', 'county'] as const).map(trailingSql).join('\n')}
  CREATE OR REPLACE TABLE peer_statistics AS
    WITH matched AS (
      SELECT s.sale_id, s.lp, s.ls,
        coalesce(z.n >= ${PEER_MIN_SALES}, false) AS by_zip, z AS zip_peers, c AS county_peers
      FROM peer_sale s
      LEFT JOIN peers_of_zip z ON z.zip = s.zip AND z.property_type IS NOT DISTINCT FROM s.property_type AND z.sale_date = s.sale_date
      JOIN peers_of_county c ON c.county = s.county AND c.property_type IS NOT DISTINCT FROM s.property_type AND c.sale_date = s.sale_date
    ), chosen AS (
      SELECT sale_id, lp, ls,
        CASE WHEN by_zip THEN zip_peers.n ELSE county_peers.n END AS n,
        CASE WHEN by_zip THEN zip_peers.mean ELSE county_peers.mean END AS mean,
        CASE WHEN by_zip THEN zip_peers.deviation ELSE county_peers.deviation END AS deviation,
        CASE WHEN by_zip THEN zip_peers.sized_n ELSE county_peers.sized_n END AS sized_n,
        CASE WHEN by_zip THEN zip_peers.sized_mean ELSE county_peers.sized_mean END AS sized_mean,
        CASE WHEN by_zip THEN zip_peers.sized_deviation ELSE county_peers.sized_deviation END AS sized_deviation
      FROM matched
    )
    SELECT sale_id,
      CASE WHEN n >= ${PEER_MIN_SALES} AND deviation > 0 THEN (lp - mean) / deviation END AS z_price,
      CASE WHEN sized_n >= ${PEER_MIN_SALES} AND sized_deviation > 0 THEN (ls - sized_mean) / sized_deviation END AS z_price_per_sqft
    FROM chosen WHERE n >= ${PEER_MIN_SALES};
  DROP TABLE peer_sale; DROP TABLE peers_of_zip; DROP TABLE peers_of_county;
`;

/** Sums by day first: a window over days is far smaller than one over sales. */
function trailingSql(geography: 'zip' | 'county'): string {
  const deviation = (n: string, sum: string, squares: string) =>
    `CASE WHEN ${n} > 1 THEN sqrt(greatest(0, (${squares}::DOUBLE - ${sum}::DOUBLE * ${sum}::DOUBLE / ${n}) / (${n} - 1))) END`;
  return `
  CREATE OR REPLACE TABLE peers_of_${geography} AS
    WITH daily AS (
      SELECT ${geography}, property_type, sale_date, count(*) AS n, sum(lp) AS s, sum(lp * lp) AS ss,
        count(ls) AS sized_n, coalesce(sum(ls), 0) AS sized_s, coalesce(sum(ls * ls), 0) AS sized_ss
      FROM peer_sale WHERE ${geography} IS NOT NULL GROUP BY ALL
    ), trailing_year AS (
      SELECT ${geography}, property_type, sale_date,
        ${['n', 's', 'ss', 'sized_n', 'sized_s', 'sized_ss'].map((column) => `sum(${column}) OVER past_year AS ${column}`).join(', ')}
      FROM daily
      WINDOW past_year AS (PARTITION BY ${geography}, property_type ORDER BY sale_date
        RANGE BETWEEN INTERVAL ${PEER_WINDOW_DAYS - 1} DAY PRECEDING AND CURRENT ROW)
    )
    SELECT ${geography}, property_type, sale_date, n, s / n AS mean, ${deviation('n', 's', 'ss')} AS deviation,
      sized_n, CASE WHEN sized_n > 0 THEN sized_s / sized_n END AS sized_mean,
      ${deviation('sized_n', 'sized_s', 'sized_ss')} AS sized_deviation
    FROM trailing_year;`;
}
