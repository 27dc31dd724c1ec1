import type { BuyerFilters, BuyerSearchSort, LegacySearchCriteria } from '@plat/contracts';
import type { Realm } from '@plat/kit';
import type { LegacyFoundBuyer } from '../../legacy/index.ts';
import type { FoundBuyer } from '../../search/index.ts';

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
  /** The records that it searches, also when the key is long gone. */
  realm: Realm;
}

/** What was asked, by the API that it came through. */
export type SearchQuestion =
  | { api: 'v1'; criteria: BuyerFilters; asOf: string }
  | { api: 'legacy'; criteria: LegacyCriteria; subject: LegacySubject; asOf: string };

export type LegacyCriteria = Pick<LegacySearchCriteria, 'targetResultCount' | 'flipperWeight'>;

/** The parsed address of a search of the earlier API, as it was answered at once. */
export interface LegacySubject {
  /** Null when the address names a building or a place that the dataset has no property at. */
  propertyId: number | null;
  parsedAddress: string;
  latitude: number;
  longitude: number;
}

export type SearchApi = SearchQuestion['api'];
export type SearchState = 'pending' | 'completed' | 'failed';

/** A search as it is accepted. Instants are ISO 8601 in UTC; `asOf` of the question is the server's as-of day. */
export interface NewSearch {
  id: string;
  searcher: Searcher;
  question: SearchQuestion;
  sort: BuyerSearchSort;
  /** What is held of the monthly allowance until the search ends; null when nothing is. */
  reservationId: string | null;
  callback: SearchCallback | null;
  createdAt: string;
}

/** A search that is told of or fetched later. */
export interface Search extends NewSearch {
  state: SearchState;
  /** Why it failed, for the caller. */
  error: string | null;
  /** How many buyers were found; null until they are kept, which is before the search is completed. */
  resultCount: number | null;
  /** Whether contacts were looked up; null until buyers are kept. */
  skiptraced: boolean | null;
  completedAt: string | null;
  /** From then on it is unknown. */
  expiresAt: string;
}

export type FoundBuyers = readonly FoundBuyer[] | readonly LegacyFoundBuyer[];

/** What a search comes to. */
export interface SearchFindings {
  buyers: FoundBuyers;
  skiptraced: boolean;
}

/** How long results can be fetched (decision 54). */
export const RESULTS_KEPT_DAYS = 30;
