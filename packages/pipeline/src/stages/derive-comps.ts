import { compSaleSql } from '../rules/comp-sale.ts';
import { PRICE_TREND_SQL } from '../rules/price-trend.ts';
import type { Stage } from './stage.ts';

/** Comparable sales and their price trends (docs/rules/comps.md, values.md). */
export const deriveComps: Stage = {
  name: 'derive comps',
  inputs: ['norm_property', 'norm_listing', 'sale', 'deal', 'parcel_day', 'region_day'],
  outputs: ['comp_sale', 'price_trend'],
  async run({ duck, region }) {
    await duck.run(compSaleSql(region));
    await duck.run(PRICE_TREND_SQL);
  },
};
