import {
  buyerWithMerges,
  namesOfBuyers,
  parcelsHeldBy,
  purchasesOfBuyer,
  type ReadDataset,
  resolveBuyer,
} from '@plat/dataset';
import type { BuyerBook } from '../domain/ports.ts';

/** Buyers of the market dataset. */
export const marketBuyers = (read: ReadDataset): BuyerBook => ({
  resolve: async (buyerId, signal) => resolveBuyer(await read(signal), buyerId),
  factsOf: async (key, signal) => {
    const { buyer, mergedIds } = await buyerWithMerges(await read(signal), key);
    return buyer === null ? null : { name: buyer.name, isInstitution: buyer.institution !== null, mergedIds };
  },
  purchasesOf: async (key, asOf, signal) => purchasesOfBuyer(await read(signal), key, asOf),
  holdingsOf: async (key, asOf, limit, signal) => parcelsHeldBy(await read(signal), key, asOf, limit),
  namesOf: async (region, buyerIds, signal) => namesOfBuyers(await read(signal), region, buyerIds),
});
