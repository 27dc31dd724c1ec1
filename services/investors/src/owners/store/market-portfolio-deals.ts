import { dealRecords, dealsOfBuyers, type ReadDataset } from '@plat/dataset';
import type { PortfolioDealFinder } from '../domain/ports.ts';

/** Deals of buyers in the market dataset. */
export const marketPortfolioDeals = (read: ReadDataset): PortfolioDealFinder => ({
  dealsOf: async (owners, asOf, signal) => {
    const buyerIds = owners.map(({ buyerId }) => buyerId);
    return dealsOfBuyers(await read(signal), regionsOf(owners), buyerIds, asOf);
  },
  recordsOf: async (deals, signal) => {
    const records = await dealRecords(await read(signal), regionsOf(deals), deals);
    return new Map(records.map((record) => [record.dealId, record]));
  },
});

const regionsOf = (owned: readonly { region: string }[]): string[] =>
  [...new Set(owned.map(({ region }) => region))].sort();
