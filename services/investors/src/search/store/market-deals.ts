import { dealsNear, type ReadDataset } from '@plat/dataset';
import { DEAL_COLUMNS, DEAL_TYPES, dealFromRow, filtersOf } from '../../deals/index.ts';
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
