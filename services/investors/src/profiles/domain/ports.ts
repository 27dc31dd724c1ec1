import type { BuyerKey, BuyerPurchase, HeldParcel } from '@plat/dataset';
import type { ContactPorts } from '../../contacts/index.ts';
import type { OwnerBook, PortfolioDealFinder } from '../../owners/index.ts';

/** Facts of a buyer beyond its deals. */
export interface BuyerFacts {
  /** Most frequent recorded name. */
  name: string;
  isInstitution: boolean;
  /** Ids that were merged into it, lowest first. */
  mergedIds: readonly number[];
}

export interface BuyerBook {
  /** The buyer of an id, or the one that it was merged into; null when there is none. */
  resolve(buyerId: number, signal: AbortSignal): Promise<BuyerKey | null>;
  factsOf(buyer: BuyerKey, signal: AbortSignal): Promise<BuyerFacts | null>;
  /** Purchases of every deal that counts by a day, in no particular order. @param asOf the server's as-of day, `YYYY-MM-DD` */
  purchasesOf(buyer: BuyerKey, asOf: string, signal: AbortSignal): Promise<BuyerPurchase[]>;
  /** Newest purchase first. */
  holdingsOf(buyer: BuyerKey, asOf: string, limit: number, signal: AbortSignal): Promise<HeldParcel[]>;
  /** The most frequent name of each buyer. */
  namesOf(region: string, buyerIds: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, string>>;
}

/** How a recorded name reads: who it names, and the key that the dataset files it under. */
export type OwnerNameReader = (recordedName: string) => { nameKey: string; isTrust: boolean; isEntity: boolean };

/** Dependencies of a buyer profile. */
export interface ProfilePorts extends Pick<ContactPorts, 'contacts' | 'suppressions' | 'readPersonName'> {
  buyers: BuyerBook;
  owners: OwnerBook;
  buyerDeals: PortfolioDealFinder;
  readOwnerName: OwnerNameReader;
}
