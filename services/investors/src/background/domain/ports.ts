import type { Logger } from '@plat/kit';
import type { FoundBuyers, NewSearch, Search, SearchApi, SearchFindings } from './search.ts';

/** When a search ends, and when its results do; ISO 8601. */
export interface SearchEnd {
  endedAt: string;
  expiresAt: string;
}

/** Searches and what they found. Whatever ends a search keeps the news of it in the same transaction. */
export interface SearchStore {
  /**
   * Keeps a search and the job that runs it, or neither. A search that did not fail and holds the same reservation is
   * the same search: nothing is added then.
   * @param signal nothing is kept once it aborts: its caller is told of a failure.
   * @returns the id of the search that is kept.
   */
  accept(search: NewSearch, job: RunSearch, signal?: AbortSignal): Promise<string>;
  /**
   * Keeps a search that ran while its caller waited, with its outcome.
   * @param signal nothing is kept once it aborts.
   */
  record(
    search: NewSearch,
    outcome: SearchFindings | { error: string },
    end: SearchEnd,
    signal: AbortSignal,
  ): Promise<void>;
  /** Null when there is none, or no more at that instant. */
  find(searchId: string, nowMs: number): Promise<Search | null>;
  /** Null when none are kept. */
  buyersOf(searchId: string): Promise<FoundBuyers | null>;
  /** Keeps what a pending search found; what is kept already stays. @returns false when it is not pending. */
  keepFindings(searchId: string, findings: SearchFindings): Promise<boolean>;
  /** @returns false when it has ended already, or nothing that it found is kept. */
  complete(searchId: string, end: SearchEnd): Promise<boolean>;
  /**
   * @param unless `found`: a search whose findings are kept goes on, for it may be counted already.
   * @returns false when it did not end here.
   */
  fail(searchId: string, error: string, end: SearchEnd, unless?: 'found'): Promise<boolean>;
  /** Pending searches accepted before an instant, oldest first. */
  pendingSince(beforeMs: number, most: number): Promise<string[]>;
  /** A bounded number of them. @returns how many were deleted. */
  deleteExpired(nowMs: number, most: number): Promise<number>;
  /** When the oldest pending search was accepted, epoch milliseconds; null when none is pending. */
  oldestPendingMs(): Promise<number | null>;
}

/** What a job knows of the search that it runs. */
export interface RunSearch {
  searchId: string;
  /** Of the request that asked for it. */
  requestId: string;
}

/**
 * Finds the buyers of a search of one API.
 * @throws AppError below 500 for what no repetition can mend; its message is for the caller.
 */
export type SearchFinder = (search: Search, requestId: string, signal: AbortSignal) => Promise<SearchFindings>;
export type SearchFinders = Readonly<Record<SearchApi, SearchFinder>>;

/** The monthly ledger, as whoever finishes a search in the background uses it; both can be repeated. */
export interface SearchUsage {
  /** @returns `unknown` when nothing is held any more under the id: then nothing was counted. */
  commit(
    reservation: { id: string; skiptraced: boolean },
    requestId: string,
    signal: AbortSignal,
  ): Promise<'counted' | 'free' | 'unknown'>;
  release(reservationId: string, requestId: string, signal: AbortSignal): Promise<void>;
}

/** Told once per search that ended. */
export type OnSearchEnded = (api: SearchApi, outcome: 'completed' | 'failed') => void;

/** What runs searches in the background. */
export interface SearchRunDeps {
  searches: SearchStore;
  finders: SearchFinders;
  usage: SearchUsage;
  log: Logger;
  nowMs(): number;
  onEnded: OnSearchEnded;
}
