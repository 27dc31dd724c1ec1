/**
 * SQL aggregate of the reliability of a buyer (docs/rules/buyers.md), 0 to 1: the mean of the known ones among
 * repeat buyer (1 or 0), share of cash purchases among those with a known method, and share of flips resold
 * without a loss. Columns: purchase_method, deal_type, purchase_price, sale_price.
 */
export const RELIABILITY = `round((
    (count(*) > 1)::INTEGER
    + coalesce(count(*) FILTER (WHERE purchase_method = 'cash') / nullif(count(purchase_method), 0), 0)
    + coalesce(count(*) FILTER (WHERE deal_type = 'flip' AND sale_price >= purchase_price) / nullif(count(*) FILTER (WHERE deal_type = 'flip'), 0), 0)
  ) / (1 + (count(purchase_method) > 0)::INTEGER + (count(*) FILTER (WHERE deal_type = 'flip') > 0)::INTEGER), 4)::FLOAT`;
