import { citiesOfZips, dealCountsOfBuyers, dealPropertyRecords, type ReadDataset } from '@plat/dataset';
import type { LegacyDeal, PropertyRecordFinder } from '../domain/ports.ts';

/** Records of properties in the market dataset. */
export const marketLegacyRecords = (read: ReadDataset): PropertyRecordFinder => ({
  recordsOf: async (deals, asOf, signal) => {
    const records = await dealPropertyRecords(await read(signal), regionsOf(deals), deals, asOf);
    return new Map(records.map((record) => [record.dealId, record]));
  },
  dealCountsOf: async (deals, asOf, signal) => {
    const buyerIds = [...new Set(deals.map(({ buyer }) => buyer.buyerId))];
    return dealCountsOfBuyers(await read(signal), regionsOf(deals), buyerIds, asOf);
  },
  citiesOf: async (zips, signal) => citiesOfZips(await read(signal), zips),
});

const regionsOf = (deals: readonly LegacyDeal[]): string[] => [...new Set(deals.map(({ region }) => region))].sort();
