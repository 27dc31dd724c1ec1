import { buyerSearchCriteria } from '@plat/contracts';
import { DEAL_TYPES, investorDealsNear, type ReadDataset } from '@plat/dataset';
import { filtersOf } from '../../deals/index.ts';
import type { LegacyDealFinder } from '../domain/ports.ts';

const DEFAULT_FILTERS = filtersOf(buyerSearchCriteria({}));

/** Deals of the market dataset for searches of the earlier API. */
export const marketLegacyDeals = (read: ReadDataset): LegacyDealFinder => ({
  near: async ({ latitude, longitude }, { radiusMiles, buyerTypes }, window, signal) => {
    const query = {
      latitude,
      longitude,
      radiusMiles,
      fromDate: window.from,
      asOf: window.to,
      dealTypes: buyerTypes.map((buyerType) => DEAL_TYPES[buyerType]),
      ...DEFAULT_FILTERS,
    };
    return investorDealsNear(await read(signal), query, ['region', 'propertyId']);
  },
});
