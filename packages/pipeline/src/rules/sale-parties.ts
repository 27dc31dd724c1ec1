import { SAME_SALE_MAX_DAYS } from '@plat/dataset/constants';

/**
 * SQL: `normal_transfer`, `multi_parcel_transfer`, `party`, `buyer_of_name`, `purchase_method_of` ->
 * `sale_with_parties`, each sale with names, kinds and clusters of both sides. An unrecorded or withheld side is
 * null.
 */
export const SALE_PARTIES_SQL = `
  CREATE OR REPLACE TABLE sale_with_parties AS
    SELECT t.*,
      CASE WHEN t.document_id IS NULL THEN mt.sale_id IS NOT NULL ELSE md.property_id IS NOT NULL END AS multi_parcel,
      seller.name_key AS grantor_key, seller.kind AS seller_kind, seller.surname_key AS seller_surname,
      seller.is_ibuyer AS seller_is_ibuyer, sb.buyer_id AS seller_id,
      buyer.name_key AS grantee_key, buyer.kind AS buyer_kind, buyer.surname_key AS buyer_surname,
      buyer.is_ibuyer AS buyer_is_ibuyer, bb.buyer_id AS buyer_id,
      m.method AS purchase_method
    FROM normal_transfer t
    LEFT JOIN party seller ON seller.name = t.grantor AND seller.kind <> 'withheld'
    LEFT JOIN buyer_of_name sb ON sb.name_key = seller.name_key
    LEFT JOIN party buyer ON buyer.name = t.grantee AND buyer.kind <> 'withheld'
    LEFT JOIN buyer_of_name bb ON bb.name_key = buyer.name_key
    LEFT JOIN (SELECT DISTINCT property_id, document_id FROM multi_parcel_transfer WHERE document_id IS NOT NULL) md
      ON md.property_id = t.property_id AND md.document_id = t.document_id
    LEFT JOIN (
      SELECT DISTINCT n.sale_id FROM normal_transfer n JOIN multi_parcel_transfer u
        ON n.document_id IS NULL AND u.document_id IS NULL AND u.property_id = n.property_id AND u.price = n.price
          AND abs(u.sale_date - n.sale_date) <= ${SAME_SALE_MAX_DAYS}
    ) mt ON mt.sale_id = t.sale_id
    LEFT JOIN purchase_method_of m ON m.sale_id = t.sale_id;
`;
