import { type Sql, untilAborted } from '@plat/db';
import { compSubjectRecord } from '@plat/market';
import type { PropertyFinder } from '../domain/ports.ts';

/** Properties of the market dataset. */
export const marketProperties = (sql: Sql): PropertyFinder => ({
  byId: (region, propertyId, asOf, signal) => compSubjectRecord(untilAborted(sql, signal), region, propertyId, asOf),
});
