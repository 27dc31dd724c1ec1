import type { Logger } from '@plat/kit';
import type { NewSearch, Search, SearchApi, SearchFindings, StoredBuyers } from './search.ts';

/** When a search ends and when its results expire; ISO 8601. */
export interface SearchEnd {
  endedAt: string;
  expiresAt: string;
}

/** Searches and their results. The transaction that ends a search also queues its webhook event. */
export interface SearchStore {
  /**
   * Stores a search and the job that runs it, or neither. A search with the same reservation that did not fail is the
   * same search; then nothing is added.
   * @param signal nothing is stored after it aborts, because its caller sees a failure
   * @returns the id of the stored search
   */
  accept(search: NewSearch, job: RunSearch, signal?: AbortSignal): Promise<string>;
  /**
   * Stores a search that ran while its caller waited, with its outcome.
   * @param signal nothing is stored after it aborts
   */
  record(
    search: NewSearch,
    outcome: SearchFindings | { error: string },
    end: SearchEnd,
    signal: AbortSignal,
  ): Promise<void>;
  /** Null when the search is unknown or has expired at that time. */
  find(searchId: string, nowMs: number): Promise<Search | null>;
  /** Null when no results are stored. */
  buyersOf(searchId: string): Promise<StoredBuyers | null>;
  /** Stores the results of a pending search; stored results stay. @returns false when it is not pending */
  keepFindings(searchId: string, findings: SearchFindings): Promise<boolean>;
  /** @returns false when it has ended already, or no results are stored */
  complete(searchId: string, end: SearchEnd): Promise<boolean>;
  /**
   * @param unless `found`: a search with stored results continues, because it may be counted already
   * @returns false when it did not end here
   */
  fail(searchId: string, error: string, end: SearchEnd, unless?: 'found'): Promise<boolean>;
  /** Pending searches accepted before a time, oldest first. */
  pendingSince(beforeMs: number, most: number): Promise<string[]>;
  /** Deletes a limited number of expired searches. @returns how many were deleted */
  deleteExpired(nowMs: number, most: number): Promise<number>;
  /** When the oldest pending search was accepted, in epoch milliseconds; null when none is pending. */
  oldestPendingMs(): Promise<number | null>;
}

/** The kind of job that runs a search. */
export const RUN_SEARCH = 'search.run';

/** The data of a search job. */
export interface RunSearch {
  searchId: string;
  /** Id of the request that started the search. */
  requestId: string;
}

/**
 * Finds the buyers of a search of one API.
 * @throws AppError below 500 for what no retry can fix; its message is for the caller
 */
export type SearchFinder = (search: Search, requestId: string, signal: AbortSignal) => Promise<SearchFindings>;
export type SearchFinders = Readonly<Record<SearchApi, SearchFinder>>;

/** The monthly ledger for background searches; both calls may be retried. */
export interface SearchUsage {
  /** @returns `unknown` when the reservation has lapsed: nothing was counted */
  commit(
    reservation: { id: string; skiptraced: boolean },
    requestId: string,
    signal: AbortSignal,
  ): Promise<'counted' | 'free' | 'unknown'>;
  release(reservationId: string, requestId: string, signal: AbortSignal): Promise<void>;
}

/** Called once per search that ended. */
export type OnSearchEnded = (api: SearchApi, outcome: 'completed' | 'failed') => void;

/** Dependencies of background searches. */
export interface SearchRunDeps {
  searches: SearchStore;
  finders: SearchFinders;
  usage: SearchUsage;
  log: Logger;
  nowMs(): number;
  onEnded: OnSearchEnded;
}
