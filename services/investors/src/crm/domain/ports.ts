import type { BuyerType, CrmDeal } from '@plat/contracts';
import type { Realm } from '@plat/kit';
import type { Searcher } from '../../background/index.ts';
import type { FoundBuyer, SearchedProperty } from '../../search/index.ts';

/** A buyer under its key in a deal, whichever search found it. */
export interface DealBuyer {
  buyerKey: string;
  buyerType: BuyerType;
  found: FoundBuyer;
}

/** The additions of a search to the deal of its property. */
export interface DealAttachment {
  /** Owner of the deal; there is one deal per owner and property. */
  owner: string;
  searcher: Searcher;
  property: SearchedProperty;
  searchId: string;
  /** At most one per key and type. */
  buyers: readonly DealBuyer[];
  /** When the search found them, ISO 8601 in UTC. */
  at: string;
}

/** `changed`: buyers or address of an existing deal changed; a search without new results leaves it `unchanged`. */
export type AttachmentOutcome = 'created' | 'changed' | 'unchanged';

export interface CrmDealFilter {
  companyId?: string;
  keyId?: string;
  userId?: string;
  /** Both realms when missing. */
  realm?: Realm;
}

/** Start of a page of deals, last changed first. Instants are ISO 8601 in UTC, to the microsecond. */
export interface CrmDealRange {
  /** Only deals changed after this time; null for all. */
  changedAfter: string | null;
  /** Only deals after this one in the order; null for the first page. */
  behind: { updatedAt: string; dealId: string } | null;
}

export interface StoredCrmDeal {
  deal: CrmDeal;
  realm: Realm;
  /** Newest first. */
  searchIds: string[];
  /** Buyers of the newest search first, by rank. */
  buyers: FoundBuyer[];
}

export interface CrmDealStore {
  /**
   * Creates or finds the deal, adds or updates its buyers, and queues the webhook event for the key's CRM, all or
   * nothing. Attaching a search again changes nothing; buyers that a newer search found stay.
   */
  attach(attachment: DealAttachment, signal: AbortSignal): Promise<{ dealId: string; outcome: AttachmentOutcome }>;
  list(filter: CrmDealFilter, range: CrmDealRange, most: number, signal: AbortSignal): Promise<CrmDeal[]>;
  /** Null for an unknown or malformed id. */
  find(dealId: string, signal: AbortSignal): Promise<StoredCrmDeal | null>;
  /** The deal that a search made or found; null without one, or when newer searches have replaced the search. */
  dealOf(searchId: string, signal: AbortSignal): Promise<string | null>;
}

/** Additions to deals that could not be written before the response. */
export interface LateDealStore {
  /** Stores an addition to write later; it survives a crash. Storing a search again replaces it. */
  keep(attachment: DealAttachment, signal: AbortSignal): Promise<void>;
  /**
   * Writes the addition that has been due longest, except those that another process writes. A failed one is due
   * again later.
   * @throws Error when the database does not answer
   */
  writeNext(): Promise<LateDealResult>;
}

/** `given-up`: deleted after failing for too long. */
export type LateDealResult =
  | { outcome: 'none' }
  | { outcome: AttachmentOutcome; searchId: string }
  | { outcome: 'postponed' | 'given-up'; searchId: string; err: unknown };
