import { DEAL_TYPES, investorDealsNear, type ReadDataset } from '@plat/dataset';
import { filtersOf } from '../../deals/index.ts';
import type { DealFinder } from '../domain/ports.ts';

/** Deals of the market dataset. */
export const marketDeals = (read: ReadDataset): DealFinder => ({
  near: async ({ latitude, longitude, propertyId }, criteria, window, signal) =>
    investorDealsNear(await read(signal), {
      latitude,
      longitude,
      radiusMiles: criteria.radius_miles,
      fromDate: window.from,
      asOf: window.to,
      dealTypes: criteria.buyer_types.map((buyerType) => DEAL_TYPES[buyerType]),
      ...filtersOf(criteria),
      withoutRentalOf: propertyId,
    }),
});
