/**
 * SQL aggregate of C.7's reliability over the purchases of one buyer cluster, 0 to 1: the mean of what the records
 * answer among: a repeat buyer (1) or not (0); the share of purchases paid in cash among those whose method is known;
 * the share of flips resold without a loss. Columns: purchase_method, deal_type, purchase_price, sale_price.
 */
export const RELIABILITY = `round((
    (count(*) > 1)::INTEGER
    + coalesce(count(*) FILTER (WHERE purchase_method = 'cash') / nullif(count(purchase_method), 0), 0)
    + coalesce(count(*) FILTER (WHERE deal_type = 'flip' AND sale_price >= purchase_price) / nullif(count(*) FILTER (WHERE deal_type = 'flip'), 0), 0)
  ) / (1 + (count(purchase_method) > 0)::INTEGER + (count(*) FILTER (WHERE deal_type = 'flip') > 0)::INTEGER), 4)::FLOAT`;
