import type { JobKind } from '@plat/jobs';
import { RUN_SEARCH, type RunSearch, type SearchRunDeps } from './ports.ts';
import { endSearch, runSearch } from './run-search.ts';
import { sweepSearches } from './sweep-searches.ts';

/** Retries of a search take four to nine minutes; then the search is ended. */
const SEARCH_RETRIES = 8;
const SEARCH_RETRY_DELAY_SECONDS = 1;
/** Longer than one attempt at a search, including its commit, may take. */
const SEARCH_TIMEOUT_SECONDS = 180;

/** The job that runs a background search. @param workers searches at a time, at least 1 */
export const searchJob = (run: SearchRunDeps, workers: number): JobKind<RunSearch> => ({
  name: RUN_SEARCH,
  concurrency: workers,
  // One company cannot occupy every worker.
  concurrencyPerGroup: Math.max(1, workers - 1),
  retries: SEARCH_RETRIES,
  retryDelaySeconds: SEARCH_RETRY_DELAY_SECONDS,
  timeoutSeconds: SEARCH_TIMEOUT_SECONDS,
  work: (search, signal) => runSearch(search, run, signal),
  giveUp: (search, signal) => endSearch(search, run, signal),
});

const SWEEP_EVERY_MS = 10 * 60_000;

/** Ends overdue searches and deletes expired ones every ten minutes. @returns a function that stops the sweeps */
export function startSweeps(run: SearchRunDeps): () => void {
  const stop = new AbortController();
  const sweep = () =>
    sweepSearches(run, stop.signal).then(
      (swept) => {
        if (swept.ended + swept.deleted > 0) run.log.info(swept, 'ended overdue searches and deleted expired ones');
      },
      (err: unknown) => {
        if (!stop.signal.aborted) run.log.warn({ err }, 'could not sweep searches; the next sweep tries again');
      },
    );
  const timer = setInterval(() => void sweep(), SWEEP_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}
