import { buyerSearchCriteria } from '@plat/contracts';
import { dealsNear, type ReadDataset } from '@plat/dataset';
import { DEAL_COLUMNS, DEAL_TYPES, dealFromRow, filtersOf } from '../../deals/index.ts';
import type { LegacyDealFinder } from '../domain/ports.ts';

const COLUMNS = [...DEAL_COLUMNS, 'region', 'property_id'] as const;
const DEFAULT_FILTERS = filtersOf(buyerSearchCriteria({}));

/** Deals of the market dataset for searches of the earlier API. */
export const marketLegacyDeals = (read: ReadDataset): LegacyDealFinder => ({
  near: async ({ latitude, longitude }, { radiusMiles, buyerTypes }, window, signal) => {
    const rows = await dealsNear(
      await read(signal),
      {
        ...{ latitude, longitude, radiusMiles, fromDate: window.from, asOf: window.to },
        dealTypes: buyerTypes.map((buyerType) => DEAL_TYPES[buyerType]),
        ...DEFAULT_FILTERS,
      },
      COLUMNS,
    );
    return rows.map((row) => ({ ...dealFromRow(row), region: row.region, propertyId: row.property_id }));
  },
});
