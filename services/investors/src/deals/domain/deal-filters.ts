import type { BuyerFilters } from '@plat/contracts';

/** The filters of a buyer search, as dataset queries take them. */
export const filtersOf = (criteria: BuyerFilters) => ({
  propertyTypes: criteria.property_types,
  hideNonArmsLength: criteria.hide_non_arms_length,
  hideInstitutions: criteria.hide_hedge_fund,
  bedrooms: { min: criteria.min_bedrooms, max: criteria.max_bedrooms },
  bathrooms: { min: criteria.min_bathrooms, max: criteria.max_bathrooms },
  purchasePrice: { min: criteria.min_purchase_price, max: criteria.max_purchase_price },
});
