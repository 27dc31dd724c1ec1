import { sqlText } from '@plat/dataset';
import { MIN_PRICE_USD, SAME_SALE_MAX_DAYS } from '@plat/dataset/constants';
import { documentOrder } from './sql.ts';
import { stableIdSql } from './stable-id.ts';

/**
 * Sales (docs/rules/sales.md) as SQL: `norm_transfer` -> `normal_transfer`, one row per sale, with `sale_id` and
 * without `multi_parcel`.
 *
 * Rows of one parcel are one sale if they are at most three days apart and have the same document or the same
 * price. Rows without a price must also name the same parties. The first row gives date, document, deed and
 * seller, the last row the buyer: a pass-through at one price keeps its ends only. Prices under 1,000 dollars
 * become null with `nominal_price` set. The result does not depend on row order.
 */
export function normaliseSalesSql(region: string): string {
  const content = TRANSFER_COLUMNS.map((column) => `coalesce(${column}::VARCHAR, '')`).join(", '|', ");
  return `
    CREATE OR REPLACE TABLE crowded_parcel AS
      SELECT DISTINCT property_id FROM (
        SELECT property_id, sale_date - lag(sale_date) OVER (PARTITION BY property_id ORDER BY sale_date) AS days FROM norm_transfer
      ) WHERE days <= ${SAME_SALE_MAX_DAYS};
    CREATE OR REPLACE TABLE transfer_row AS
      SELECT ${PRICED_COLUMNS}, md5(concat(${content})) AS content
      FROM norm_transfer WHERE property_id IN (FROM crowded_parcel);
    ${mergeSql('transfer_row', 'document_row', 'property_id, document_id', 'document_id IS NOT NULL')}
    ${mergeSql('document_row', 'price_row', 'property_id, price', 'price IS NOT NULL')}
    ${mergeSql('price_row', 'party_row', 'property_id, grantor, grantee', 'price IS NULL')}
    INSERT INTO party_row BY NAME
      SELECT ${PRICED_COLUMNS}, '' AS content FROM norm_transfer WHERE property_id NOT IN (FROM crowded_parcel);
    CREATE OR REPLACE TABLE repeated_sale_key AS
      SELECT rowid AS row_number, row_number() OVER (PARTITION BY property_id, ${SALE_KEY} ORDER BY ${SALE_ORDER}) AS nth
      FROM party_row QUALIFY nth > 1;
    CREATE OR REPLACE TABLE normal_transfer AS
      SELECT ${stableIdSql(sqlText(region), 'parcel_id', `${SALE_KEY} || coalesce('|' || nth, '')`)} AS sale_id, t.* EXCLUDE (content)
      FROM party_row t LEFT JOIN repeated_sale_key k ON k.row_number = t.rowid;
    DROP TABLE crowded_parcel; DROP TABLE transfer_row; DROP TABLE document_row; DROP TABLE price_row; DROP TABLE party_row;
    DROP TABLE repeated_sale_key;
  `;
}

/** Identifies a sale of a parcel: the document, or date and price without one. */
const SALE_KEY = "coalesce(document_id, sale_date::VARCHAR || '|' || coalesce(price::VARCHAR, ''))";

/** Order of a parcel's transfers before they have ids: date, document, content of the row. */
const SALE_ORDER = `sale_date, ${documentOrder('document_id')}, content`;

const TRANSFER_COLUMNS = [
  'property_id',
  'parcel_id',
  'document_id',
  'sale_date',
  'recorded_date',
  'price',
  'grantor',
  'grantee',
  'deed_type',
  'sale_validity',
  'buyer_mailing_key',
  'buyer_mailing_building_key',
  'buyer_mailing_line',
  'buyer_mailing_city',
  'buyer_mailing_state',
  'buyer_mailing_zip',
  'loan_amount',
  'lender',
  'vacant_at_sale',
  'county',
] as const;

const PRICED_COLUMNS = TRANSFER_COLUMNS.map((column): string =>
  column === 'price' ? `CASE WHEN price >= ${MIN_PRICE_USD} THEN price END AS price` : column,
)
  .concat(`price BETWEEN 0 AND ${MIN_PRICE_USD - 1} AS nominal_price`)
  .join(', ');

/** Columns that a merged sale takes from its last row; all others come from the first. */
const LAST_ROW_COLUMNS: ReadonlySet<string> = new Set([
  'grantee',
  'buyer_mailing_key',
  'buyer_mailing_building_key',
  'buyer_mailing_line',
  'buyer_mailing_city',
  'buyer_mailing_state',
  'buyer_mailing_zip',
]);

/** Merges rows of equal `keys` whose dates are within the allowed days of each other; rows outside `where` stay. */
function mergeSql(input: string, output: string, keys: string, where: string): string {
  const columns = TRANSFER_COLUMNS.map((column) => {
    if (column === 'price') return 'max(price) AS price';
    if (column === 'sale_validity')
      return "CASE WHEN bool_or(sale_validity = 'not_market') THEN 'not_market' ELSE max(sale_validity) END AS sale_validity";
    const pick = LAST_ROW_COLUMNS.has(column) ? 'arg_max' : 'arg_min';
    return `${pick}(${column}, place) AS ${column}`;
  });
  return `
    CREATE OR REPLACE TABLE repeated_key AS
      SELECT ${keys} FROM ${input} WHERE ${where} GROUP BY ALL HAVING count(*) > 1;
    CREATE OR REPLACE TABLE ${output} AS
      WITH candidate AS (
        SELECT r.rowid AS row_number, r.* FROM ${input} r
        WHERE ${where} AND EXISTS (FROM repeated_key k WHERE ${keys
          .split(', ')
          .map((key) => `k.${key} IS NOT DISTINCT FROM r.${key}`)
          .join(' AND ')})
      ), gap AS (
        SELECT *, sale_date - lag(sale_date) OVER (PARTITION BY ${keys} ORDER BY ${SALE_ORDER}) <= ${SAME_SALE_MAX_DAYS} AS continues
        FROM candidate
      ), session AS (
        SELECT *,
          count(*) FILTER (WHERE continues IS NOT TRUE) OVER (PARTITION BY ${keys} ORDER BY ${SALE_ORDER} ROWS UNBOUNDED PRECEDING) AS session_number,
          row_number() OVER (PARTITION BY ${keys} ORDER BY ${SALE_ORDER}) AS place
        FROM gap
      )
      SELECT ${columns.join(', ')}, bool_and(nominal_price) AS nominal_price, min(content) AS content
        FROM session GROUP BY ${keys
          .split(', ')
          .map((key) => `session.${key}`)
          .join(', ')}, session_number
      UNION ALL
      SELECT ${TRANSFER_COLUMNS.join(', ')}, nominal_price, content FROM ${input}
        WHERE rowid NOT IN (SELECT row_number FROM candidate);
    DROP TABLE repeated_key;
  `;
}
