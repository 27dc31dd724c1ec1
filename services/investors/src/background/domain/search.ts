import type { BuyerFilters, BuyerSearchSort, LegacySearchCriteria } from '@plat/contracts';
import type { Realm } from '@plat/kit';

/** Where the outcome of a search is sent. */
export interface SearchCallback {
  url: string;
  /** Echoed as `x-webhook-secret`; null when none was sent. */
  secret: string | null;
  withResults: boolean;
}

/** The owner of a search. */
export interface Searcher {
  companyId: string;
  keyId: string;
  userId: string | null;
  /** The records to search; valid even if the key is deleted. */
  realm: Realm;
}

/** The input of a search, by API. */
export type SearchQuestion =
  | { api: 'v1'; criteria: BuyerFilters; asOf: string; resolved?: StoredResolution }
  | { api: 'legacy'; criteria: LegacyCriteria; subject: LegacySubject; asOf: string };

/**
 * The address as it was resolved when the search was accepted, as JSON; its context writes and reads the form. Missing
 * in searches by coordinates, in searches that ran at once, and in those of earlier releases.
 */
export type StoredResolution = object;

export type LegacyCriteria = Pick<LegacySearchCriteria, 'targetResultCount' | 'flipperWeight'>;

/** The parsed address of a search of the earlier API, as its response showed it. */
export interface LegacySubject {
  /** Null when the address names a building, or a place where the dataset has no property. */
  propertyId: number | null;
  parsedAddress: string;
  latitude: number;
  longitude: number;
}

export type SearchApi = SearchQuestion['api'];
export type SearchState = 'pending' | 'completed' | 'failed';

/** An accepted search. Instants are ISO 8601 in UTC; `asOf` of the question is the server's as-of day. */
export interface NewSearch {
  id: string;
  searcher: Searcher;
  question: SearchQuestion;
  sort: BuyerSearchSort;
  /** The reservation in the monthly ledger, held until the search ends; null without one. */
  reservationId: string | null;
  callback: SearchCallback | null;
  createdAt: string;
}

/** A stored search. */
export interface Search extends NewSearch {
  state: SearchState;
  /** The reason of a failure, for the caller. */
  error: string | null;
  /** Number of buyers found; null until they are stored, which happens before the search completes. */
  resultCount: number | null;
  /** Whether contacts were looked up; null until buyers are stored. */
  skiptraced: boolean | null;
  completedAt: string | null;
  /** The search is unknown from then on. */
  expiresAt: string;
}

/** Buyers as JSON; the context that found them writes and reads their form. */
export type StoredBuyers = readonly object[];

/** Findings of a search. */
export interface SearchFindings {
  buyers: StoredBuyers;
  /** Whether contacts were looked up. */
  skiptraced: boolean;
}

/** How long results can be read (docs/rules/background-searches.md). */
export const RESULTS_KEPT_DAYS = 30;
