import type { DealRecord, PortfolioDeal } from '@plat/dataset';
import type { OwnerBook } from './owner-book.ts';

/** A buyer cluster and its state. */
export interface OwnerId {
  region: string;
  buyerId: number;
}

export interface PortfolioDealFinder {
  /**
   * Every deal of the owners that counts by the last day of its county's records, in no particular order.
   * @param asOf the server's as-of day, `YYYY-MM-DD`
   */
  dealsOf(owners: readonly OwnerId[], asOf: string, signal: AbortSignal): Promise<PortfolioDeal[]>;
  /** The records of deals, by deal id. */
  recordsOf(deals: readonly PortfolioDeal[], signal: AbortSignal): Promise<ReadonlyMap<number, DealRecord>>;
}

/** Dependencies of linked deals. */
export interface LinkedDealsPorts {
  owners: OwnerBook;
  deals: PortfolioDealFinder;
}
