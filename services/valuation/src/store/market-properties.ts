import { type Sql, untilAborted } from '@plat/db';
import { lastSaleOf, propertyById } from '@plat/market';
import type { PropertyFinder } from '../domain/ports.ts';

/** Properties of the market dataset. */
export const marketProperties = (sql: Sql): PropertyFinder => ({
  byId: (propertyId, signal) => propertyById(untilAborted(sql, signal), propertyId),
  lastSale: (propertyId, asOf, signal) => lastSaleOf(untilAborted(sql, signal), propertyId, asOf),
});
