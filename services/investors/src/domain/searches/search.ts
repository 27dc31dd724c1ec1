import type { BuyerFilters, BuyerSearchSort, LegacySearchCriteria } from '@plat/contracts';
import type { FoundBuyer } from '../found-buyer.ts';
import type { LegacyFoundBuyer } from '../legacy/legacy-found-buyer.ts';

/** Where the outcome of a search is told. */
export interface SearchCallback {
  url: string;
  /** Echoed as `x-webhook-secret`; null when none was sent. */
  secret: string | null;
  withResults: boolean;
}

/** Whose search it is. */
export interface Searcher {
  companyId: string;
  keyId: string;
  userId: string | null;
}

/** What was asked, by the API that it came through. */
export type SearchQuestion =
  | { api: 'v1'; criteria: BuyerFilters }
  | { api: 'legacy'; criteria: Omit<LegacySearchCriteria, 'notifyUrl'>; subject: LegacySubject };

/** The parsed address of a search of the earlier API, as it was answered at once. */
export interface LegacySubject {
  propertyId: number;
  parsedAddress: string;
  latitude: number;
  longitude: number;
}

export type SearchState = 'pending' | 'completed' | 'failed';

/** A search that is told of or fetched later. Instants are ISO 8601 in UTC. */
export interface Search {
  id: string;
  searcher: Searcher;
  question: SearchQuestion;
  sort: BuyerSearchSort;
  state: SearchState;
  /** Why it failed, for the caller. */
  error: string | null;
  resultCount: number | null;
  reservationId: string | null;
  skiptraced: boolean | null;
  callback: SearchCallback | null;
  createdAt: string;
  completedAt: string | null;
  expiresAt: string;
}

export type FoundBuyers = readonly FoundBuyer[] | readonly LegacyFoundBuyer[];
