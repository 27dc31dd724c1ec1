import type { BuyerType, CrmDeal } from '@plat/contracts';
import type { Realm } from '@plat/kit';
import type { Searcher } from '../../background/index.ts';
import type { FoundBuyer, SearchedProperty } from '../../search/index.ts';

/** A buyer under the name that a deal knows it by, whatever search finds it. */
export interface DealBuyer {
  buyerKey: string;
  buyerType: BuyerType;
  found: FoundBuyer;
}

/** What a search adds to the deal of its property. */
export interface DealAttachment {
  /** Whose deal it is; one deal per owner and property. */
  owner: string;
  searcher: Searcher;
  property: SearchedProperty;
  searchId: string;
  /** At most one of each key and type. */
  buyers: readonly DealBuyer[];
  /** When the search found them, ISO 8601 in UTC. */
  at: string;
}

/** `changed`: the buyers or the address of a deal that was there; a search that found nothing new leaves it unchanged. */
export type AttachmentOutcome = 'created' | 'changed' | 'unchanged';

export interface CrmDealFilter {
  companyId?: string;
  keyId?: string;
  userId?: string;
  /** Both when it is not given. */
  realm?: Realm;
}

/** Where a page of deals begins: those changed last come first. Instants are ISO 8601 in UTC, to the microsecond. */
export interface CrmDealRange {
  /** Only deals that changed after this instant; null for all. */
  changedAfter: string | null;
  /** Only deals behind this one; null from the first on. */
  behind: { updatedAt: string; dealId: string } | null;
}

export interface StoredCrmDeal {
  deal: CrmDeal;
  realm: Realm;
  /** Newest first. */
  searchIds: string[];
  /** Those of the newest search first, in the order of their ranks. */
  buyers: FoundBuyer[];
}

export interface CrmDealStore {
  /**
   * Makes or finds the deal, adds or refreshes its buyers, and keeps the news of it for the CRM of the key, all or
   * nothing. Attaching the same search again changes nothing; buyers that a newer search has are left as they are.
   */
  attach(attachment: DealAttachment, signal: AbortSignal): Promise<{ dealId: string; outcome: AttachmentOutcome }>;
  list(filter: CrmDealFilter, range: CrmDealRange, most: number, signal: AbortSignal): Promise<CrmDeal[]>;
  /** Null when there is no such deal, whatever the text is. */
  find(dealId: string, signal: AbortSignal): Promise<StoredCrmDeal | null>;
  /** The id of the deal that a search made or found; null when there is none, or when newer searches took its place. */
  dealOf(searchId: string, signal: AbortSignal): Promise<string | null>;
}

/** What searches add to deals when it could not be written before they were answered. */
export interface LateDealStore {
  /** Keeps it to be written later. It survives a crash once this returns. Keeping a search again replaces it. */
  keep(attachment: DealAttachment, signal: AbortSignal): Promise<void>;
  /**
   * Writes the one that is due longest and that no other process is writing. One that fails becomes due again later.
   * @throws Error when the database cannot be asked.
   */
  writeNext(): Promise<LateDealResult>;
}

/** `given-up`: it failed for so long that it was deleted. */
export type LateDealResult =
  | { outcome: 'none' }
  | { outcome: AttachmentOutcome; searchId: string }
  | { outcome: 'postponed' | 'given-up'; searchId: string; err: unknown };
