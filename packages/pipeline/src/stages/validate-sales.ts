import { judgeSalesSql } from '../rules/arms-length.ts';
import { MULTI_PARCEL_SQL } from '../rules/multi-parcel.ts';
import { decidePurchaseMethods } from '../rules/purchase-method-of-sales.ts';
import { normaliseSalesSql } from '../rules/sale-normalisation.ts';
import { SALE_PARTIES_SQL } from '../rules/sale-parties.ts';
import { SHARED_NAMES_SQL } from '../rules/shared-names.ts';
import { SHARED_SIGNERS_SQL } from '../rules/shared-signers.ts';
import { SURNAME_SHARE_SQL } from '../rules/surname-frequency.ts';
import type { Stage } from './stage.ts';

/**
 * Sales (docs/rules/sales.md) with their verdicts (arms-length.md): merges transfers into sales, finds their
 * parties, judges each sale. `sale` has the columns of the dataset, plus grantor_key, grantee_key, county and the
 * buyer's mailing columns for the deals.
 */
export const validateSales: Stage = {
  name: 'validate sales',
  inputs: ['norm_property', 'norm_transfer', 'party', 'buyer_of_name', 'parcel_day'],
  outputs: ['sale'],
  async run({ duck, region }) {
    await duck.run(normaliseSalesSql(region));
    await duck.run(MULTI_PARCEL_SQL);
    await decidePurchaseMethods(duck);
    await duck.run(SALE_PARTIES_SQL);
    await duck.run(SURNAME_SHARE_SQL);
    await duck.run(SHARED_NAMES_SQL);
    await duck.run(SHARED_SIGNERS_SQL);
    await duck.run(judgeSalesSql(region));
    await duck.run(SALE_SQL);
  },
};

const SALE_SQL = `
  CREATE OR REPLACE TABLE sale AS
    SELECT s.sale_id, s.property_id, s.parcel_id, s.document_id, s.sale_date, s.recorded_date, s.price, s.deed_type,
      s.multi_parcel, s.grantor, s.grantee, s.seller_id, s.buyer_id, s.purchase_method, s.loan_amount,
      s.vacant_at_sale,
      v.arms_length, v.reasons,
      s.grantor_key, s.grantee_key, s.county, d.county_key, s.buyer_mailing_key, s.buyer_mailing_building_key,
      s.buyer_mailing_line, s.buyer_mailing_city, s.buyer_mailing_state, s.buyer_mailing_zip
    FROM sale_with_parties s JOIN verdict v USING (sale_id) JOIN parcel_day d ON d.property_id = s.property_id;
  DROP TABLE normal_transfer; DROP TABLE multi_parcel_transfer; DROP TABLE purchase_method_of;
  DROP TABLE sale_with_parties; DROP TABLE surname_share; DROP TABLE shared_name;
  DROP TABLE signer_share; DROP TABLE recorded_name; DROP TABLE verdict;
`;
