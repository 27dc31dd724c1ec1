import { dealsNear, type ReadDataset } from '@plat/dataset';
import { COMP_COLUMNS, compFromRow, DEAL_TYPES } from '../../deals/index.ts';
import type { CompFinder } from '../../search/index.ts';

/** Deals of the market dataset that count (C.1): off-market purchases are no comps, institutions' purchases are. */
export const marketComps = (read: ReadDataset): CompFinder => ({
  near: async (criteria, window, signal) => {
    const rows = await dealsNear(
      await read(signal),
      {
        latitude: criteria.latitude,
        longitude: criteria.longitude,
        radiusMiles: criteria.radius_miles,
        fromDate: window.from,
        asOf: window.to,
        dealTypes: criteria.buyer_types.map((buyerType) => DEAL_TYPES[buyerType]),
        propertyTypes: criteria.property_types,
        hideNonArmsLength: true,
        hideInstitutions: false,
        // A ranking by likeness needs to see them all.
        ...(criteria.subject_property_details === null ? { nearest: criteria.limit } : {}),
      },
      COMP_COLUMNS,
    );
    return rows.map(compFromRow);
  },
});
