import { type Sql, untilAborted } from '@plat/db';
import { lastSaleOf, propertiesByIds } from '@plat/market';
import type { PropertyFinder } from '../domain/ports.ts';

/** Properties of the market dataset. */
export const marketProperties = (sql: Sql): PropertyFinder => ({
  byId: async (region, propertyId, signal) =>
    (await propertiesByIds(untilAborted(sql, signal), [region], [propertyId]))[0] ?? null,
  lastSale: (property, asOf, signal) => lastSaleOf(untilAborted(sql, signal), property, asOf),
});
