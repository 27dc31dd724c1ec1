import { dealsNear, pricedSales, propertiesByIds, type ReadDataset, similarSales } from '@plat/dataset';
import type { CompFinder, FlipNear } from '../domain/ports.ts';

const FLIP_FIELDS = ['dealId', 'propertyId', 'purchaseDate', 'eventDate', 'salePrice'] as const;

/** Comparable sales and flips of the market dataset. */
export const marketComps = (read: ReadDataset): CompFinder => ({
  similar: async (subject, query, limit, signal) => similarSales(await read(signal), subject, query, limit),
  priced: async (subject, query, signal) => pricedSales(await read(signal), subject, query),
  flips: async ({ latitude, longitude, propertyType }, { limit, regions, ...window }, signal) => {
    const dataset = await read(signal);
    const filters = { dealTypes: ['flip'], propertyTypes: [propertyType] } as const;
    const hidden = { hideNonArmsLength: true, hideInstitutions: false };
    const deals = await dealsNear(dataset, { latitude, longitude, ...window, ...filters, ...hidden }, FLIP_FIELDS);
    const newest = deals.sort((a, b) => b.eventDate.localeCompare(a.eventDate) || a.dealId - b.dealId).slice(0, limit);
    const ids = newest.map((deal) => deal.propertyId);
    const found = await propertiesByIds(dataset, regions, ids);
    const properties = new Map(found.map((property) => [property.property_id, property]));
    return newest.flatMap(({ propertyId, purchaseDate, salePrice }): FlipNear[] => {
      const property = properties.get(propertyId);
      return property === undefined || salePrice === null ? [] : [{ property, purchaseDate, salePrice }];
    });
  },
});
