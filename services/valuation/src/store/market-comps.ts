import { type Sql, untilAborted } from '@plat/db';
import {
  type CompSubject,
  dealsNear,
  pricedSales,
  priceTrendOf,
  propertiesByIds,
  regionsTouching,
  similarSales,
} from '@plat/market';
import type { CompFinder, FlipNear } from '../domain/ports.ts';

/** The farthest that a caller may ask for. */
const WIDEST_MILES = 25;
const FLIP_COLUMNS = ['deal_id', 'property_id', 'purchase_date', 'event_date', 'sale_price'] as const;

/** Comparable sales and flips around the subject of one request, from the market dataset. */
export function marketComps(sql: Sql): CompFinder {
  // Asked once for all searches of the request; a region too many costs a look into its index.
  let asked: Promise<string[]> | undefined;
  const regionsNear = (subject: CompSubject, signal: AbortSignal) => {
    asked ??= regionsTouching(untilAborted(sql, signal), subject, WIDEST_MILES);
    return asked;
  };
  return {
    similar: async (subject, query, limit, signal) => {
      const regions = await regionsNear(subject, signal);
      return similarSales(untilAborted(sql, signal), subject, { ...query, regions }, limit);
    },
    priced: async (subject, query, signal) => {
      const regions = await regionsNear(subject, signal);
      return pricedSales(untilAborted(sql, signal), subject, { ...query, regions });
    },
    trend: (property, signal) => priceTrendOf(untilAborted(sql, signal), property),
    flips: async (subject, { limit, ...window }, signal) => {
      const guarded = untilAborted(sql, signal);
      const { latitude, longitude, propertyType } = subject;
      const filters = { dealTypes: ['flip'], propertyTypes: [propertyType] } as const;
      const hidden = { hideNonArmsLength: true, hideInstitutions: false };
      const deals = await dealsNear(guarded, { latitude, longitude, ...window, ...filters, ...hidden }, FLIP_COLUMNS);
      const newest = deals
        .sort((a, b) => b.event_date.localeCompare(a.event_date) || a.deal_id - b.deal_id)
        .slice(0, limit);
      const regions = await regionsNear(subject, signal);
      const ids = newest.map((deal) => deal.property_id);
      const found = await propertiesByIds(guarded, regions, ids);
      const properties = new Map(found.map((property) => [property.property_id, property]));
      return newest.flatMap(({ property_id, purchase_date, sale_price }): FlipNear[] => {
        const property = properties.get(property_id);
        return property === undefined || sale_price === null
          ? []
          : [{ property, purchaseDate: purchase_date, salePrice: sale_price }];
      });
    },
  };
}
