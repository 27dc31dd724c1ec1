import { type Sql, untilAborted } from '@plat/db';
import { dealsNear, pricedSales, priceTrendOf, propertiesByIds, similarSales } from '@plat/market';
import type { CompFinder } from '../domain/ports.ts';

/** Comparable sales and flips of the market dataset. */
export const marketComps = (sql: Sql): CompFinder => ({
  similar: (subject, query, limit, signal) => similarSales(untilAborted(sql, signal), subject, query, limit),
  priced: (subject, query, signal) => pricedSales(untilAborted(sql, signal), subject, query),
  trend: (property, signal) => priceTrendOf(untilAborted(sql, signal), property),
  flips: async ({ latitude, longitude, propertyType }, { radiusMiles, fromDate, asOf, limit }, signal) => {
    const guarded = untilAborted(sql, signal);
    const question = { latitude, longitude, radiusMiles, fromDate, asOf };
    const filters = { dealTypes: ['flip'], propertyTypes: [propertyType] } as const;
    const deals = await dealsNear(
      guarded,
      { ...question, ...filters, hideNonArmsLength: true, hideInstitutions: false },
      ['deal_id', 'property_id', 'purchase_date', 'event_date', 'sale_price'],
    );
    const newest = deals
      .sort((a, b) => b.event_date.localeCompare(a.event_date) || a.deal_id - b.deal_id)
      .slice(0, limit);
    const properties = new Map(
      (
        await propertiesByIds(
          guarded,
          newest.map((deal) => deal.property_id),
        )
      ).map((property) => [property.property_id, property]),
    );
    return newest.flatMap(({ property_id, purchase_date, sale_price }) => {
      const property = properties.get(property_id);
      return property === undefined || sale_price === null
        ? []
        : [{ property, purchaseDate: purchase_date, salePrice: sale_price }];
    });
  },
});
