import { compSubjectRecord, type ReadDataset } from '@plat/dataset';
import type { PropertyFinder } from '../domain/ports.ts';

/** Properties of the market dataset. */
export const marketProperties = (read: ReadDataset): PropertyFinder => ({
  byId: async (region, propertyId, asOf, signal) => compSubjectRecord(await read(signal), region, propertyId, asOf),
});
