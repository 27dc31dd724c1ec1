import { MIN_PRICE_USD } from '@plat/dataset/constants';

/**
 * Multi-parcel deeds (docs/rules/sales.md) as SQL: `norm_transfer`, `party` -> `multi_parcel_transfer`
 * (property_id, sale_date, document_id, price), the transfers whose document conveys more than one parcel. Without
 * documents, a total price repeated on several parcels on the same day, to the same buyer (or from the same seller
 * if the buyer is unnamed), is one document.
 */
export const MULTI_PARCEL_SQL = `
  CREATE OR REPLACE TABLE multi_parcel_transfer AS
    WITH document AS (
      SELECT county, document_id, sale_date FROM norm_transfer
      WHERE document_id IS NOT NULL
      GROUP BY ALL HAVING count(DISTINCT property_id) > 1
    ), undocumented AS (
      SELECT t.property_id, t.sale_date, t.price, t.county,
        CASE WHEN buyer.kind <> 'withheld' THEN 'to ' || buyer.name_key ELSE 'from ' || seller.name_key END AS counterparty
      FROM norm_transfer t
      LEFT JOIN party buyer ON buyer.name = t.grantee
      LEFT JOIN party seller ON seller.name = t.grantor
      WHERE t.document_id IS NULL AND t.price >= ${MIN_PRICE_USD}
    ), total AS (
      SELECT county, sale_date, price, counterparty FROM undocumented
      WHERE counterparty IS NOT NULL
      GROUP BY ALL HAVING count(DISTINCT property_id) > 1
    )
    SELECT DISTINCT t.property_id, t.sale_date, t.document_id, NULL::BIGINT AS price
      FROM norm_transfer t JOIN document d
        ON d.document_id = t.document_id AND d.sale_date = t.sale_date AND d.county IS NOT DISTINCT FROM t.county
    UNION
    SELECT DISTINCT u.property_id, u.sale_date, NULL::VARCHAR, u.price
      FROM undocumented u JOIN total
        ON total.sale_date = u.sale_date AND total.price = u.price AND total.counterparty = u.counterparty
          AND total.county IS NOT DISTINCT FROM u.county;
`;
