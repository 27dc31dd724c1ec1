import type { BuyerFilters } from '@plat/contracts';
import { dealsNear, type ReadDataset } from '@plat/dataset';
import { DEAL_COLUMNS, DEAL_TYPES, dealFromRow } from '../../deals/index.ts';
import type { DealFinder } from '../domain/ports.ts';

/** Deals of the market dataset. */
export function marketDeals(read: ReadDataset): DealFinder {
  return {
    near: async (center, criteria, window, signal) => {
      const rows = await dealsNear(
        await read(signal),
        {
          latitude: center.latitude,
          longitude: center.longitude,
          radiusMiles: criteria.radius_miles,
          fromDate: window.from,
          asOf: window.to,
          dealTypes: criteria.buyer_types.map((buyerType) => DEAL_TYPES[buyerType]),
          ...filtersOf(criteria),
        },
        DEAL_COLUMNS,
      );
      return rows.map(dealFromRow);
    },
  };
}

export const filtersOf = (criteria: BuyerFilters) => ({
  propertyTypes: criteria.property_types,
  hideNonArmsLength: criteria.hide_non_arms_length,
  hideInstitutions: criteria.hide_hedge_fund,
  bedrooms: { min: criteria.min_bedrooms, max: criteria.max_bedrooms },
  bathrooms: { min: criteria.min_bathrooms, max: criteria.max_bathrooms },
  purchasePrice: { min: criteria.min_purchase_price, max: criteria.max_purchase_price },
});
