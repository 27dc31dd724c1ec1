import { BUILDER_MIN_SALES, BUILDER_WINDOW_DAYS } from '@plat/dataset/constants';

/**
 * SQL: `input` (sale_id, sale_date, price, seller_id, seller_kind, buyer_kind) -> `builder_price` (sale_id,
 * builder_price). For each home that a builder sold to a person: the median price in US dollars of that builder's
 * homes sold within a year before or after. Builders with fewer than 10 such sales have none.
 */
export const builderPricesSql = (input: string): string => `
  CREATE OR REPLACE TABLE builder_price AS
    SELECT sale_id, median(price) OVER around AS builder_price
    FROM ${input} WHERE seller_kind = 'builder' AND buyer_kind IN ('person', 'trust', 'withheld')
    WINDOW around AS (PARTITION BY seller_id ORDER BY sale_date
      RANGE BETWEEN INTERVAL ${BUILDER_WINDOW_DAYS} DAY PRECEDING AND INTERVAL ${BUILDER_WINDOW_DAYS} DAY FOLLOWING)
    QUALIFY count(*) OVER around >= ${BUILDER_MIN_SALES};
`;
