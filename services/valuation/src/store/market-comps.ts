import { dealsNear, pricedSales, propertiesByIds, type ReadDataset, similarSales } from '@plat/dataset';
import type { CompFinder, FlipNear } from '../domain/ports.ts';

const FLIP_COLUMNS = ['deal_id', 'property_id', 'purchase_date', 'event_date', 'sale_price'] as const;

/** Comparable sales and flips of the market dataset. */
export const marketComps = (read: ReadDataset): CompFinder => ({
  similar: async (subject, query, limit, signal) => similarSales(await read(signal), subject, query, limit),
  priced: async (subject, query, signal) => pricedSales(await read(signal), subject, query),
  flips: async ({ latitude, longitude, propertyType }, { limit, regions, ...window }, signal) => {
    const dataset = await read(signal);
    const filters = { dealTypes: ['flip'], propertyTypes: [propertyType] } as const;
    const hidden = { hideNonArmsLength: true, hideInstitutions: false };
    const deals = await dealsNear(dataset, { latitude, longitude, ...window, ...filters, ...hidden }, FLIP_COLUMNS);
    const newest = deals
      .sort((a, b) => b.event_date.localeCompare(a.event_date) || a.deal_id - b.deal_id)
      .slice(0, limit);
    const ids = newest.map((deal) => deal.property_id);
    const found = await propertiesByIds(dataset, regions, ids);
    const properties = new Map(found.map((property) => [property.property_id, property]));
    return newest.flatMap(({ property_id, purchase_date, sale_price }): FlipNear[] => {
      const property = properties.get(property_id);
      return property === undefined || sale_price === null
        ? []
        : [{ property, purchaseDate: purchase_date, salePrice: sale_price }];
    });
  },
});
