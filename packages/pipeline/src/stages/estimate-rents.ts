import { purchaseClassSql } from '../rules/purchase-class.ts';
import { PROPERTY_RENT_SQL } from '../rules/rent.ts';
import type { Stage } from './stage.ts';

/** Rents of properties and classes of rental purchases (docs/rules/rents.md), so that no request computes a median. */
export const estimateRents: Stage = {
  name: 'estimate rents',
  inputs: ['norm_property', 'norm_rent', 'deal', 'parcel_day', 'region_day'],
  outputs: ['property_rent', 'purchase_class'],
  async run({ duck }) {
    await duck.run(PROPERTY_RENT_SQL);
    await duck.run(purchaseClassSql());
  },
};
