import { DEAL_TYPES, dealsNear, type ReadDataset } from '@plat/dataset';
import { AREA_DEAL_FIELDS } from '../domain/area-deal.ts';
import type { DealFinder } from '../domain/ports.ts';

/** Deals of the market dataset. Includes institutions, excludes off-market purchases. */
export const marketDeals = (read: ReadDataset): DealFinder => ({
  within: async (radiusMiles, { center, propertyTypes, window, buyerTypes }, signal) =>
    dealsNear(
      await read(signal),
      {
        ...center,
        radiusMiles,
        fromDate: window.from,
        asOf: window.to,
        dealTypes: buyerTypes.map((buyerType) => DEAL_TYPES[buyerType]),
        propertyTypes,
        hideNonArmsLength: true,
        hideInstitutions: false,
      },
      AREA_DEAL_FIELDS,
    ),
});
