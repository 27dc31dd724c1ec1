import { COMP_FIELDS, DEAL_TYPES, dealsNear, type ReadDataset } from '@plat/dataset';
import type { CompFinder } from '../domain/ports.ts';

/** Counted deals of the market dataset (docs/rules/arms-length.md). Purchases of institutions are comps too. */
export const marketComps = (read: ReadDataset): CompFinder => ({
  near: async (criteria, window, signal) => {
    return dealsNear(
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
        // The similarity ranking needs every deal.
        ...(criteria.subject_property_details === null ? { nearest: criteria.limit } : {}),
      },
      COMP_FIELDS,
    );
  },
});
