import { compSaleSql } from '../rules/comp-sale.ts';
import { priceTrendSql } from '../rules/price-trend.ts';
import type { Stage } from './stage.ts';

/** Sales that may stand as comps (decision C.8), and what adjusts them. */
export const deriveComps: Stage = {
  name: 'derive comps',
  inputs: ['norm_property', 'norm_listing', 'sale', 'deal'],
  outputs: ['comp_sale', 'price_trend'],
  async run({ duck, region, asOf }) {
    await duck.run(compSaleSql(region, asOf));
    await duck.run(priceTrendSql(asOf));
  },
};
