import type { JobKind } from '@plat/jobs';
import type { Principal } from '@plat/kit';
import { countLookups } from '../contacts/index.ts';
import type { InvestorsDeps } from '../deps.ts';
import { findLegacyBuyers } from '../legacy/index.ts';
import { searchBuyers } from '../search/index.ts';
import type { RunSearch, SearchFinder, SearchRunDeps } from './domain/ports.ts';
import { endSearch, runSearch } from './domain/run-search.ts';
import type { Searcher } from './domain/search.ts';
import { sweepSearches } from './domain/sweep-searches.ts';
import { RUN_SEARCH } from './store/postgres-search-store.ts';

/** Jobs that outlast their request. @param workers background searches at a time. */
// biome-ignore lint/suspicious/noExplicitAny: kinds of any data side by side
export const jobKinds = (deps: InvestorsDeps, workers: number): JobKind<any>[] => [runSearchJob(deps, workers)];

/** Retries of a search take four to nine minutes; then it is ended, which is repeated for days if it must. */
const SEARCH_RETRIES = 8;
const SEARCH_RETRY_DELAY_SECONDS = 1;
/** Beyond what one attempt at a search may take, and its count. */
const SEARCH_TIMEOUT_SECONDS = 180;

function runSearchJob(deps: InvestorsDeps, workers: number): JobKind<RunSearch> {
  const run = searchRun(deps);
  return {
    name: RUN_SEARCH,
    concurrency: workers,
    // One worker is left for the searches of others.
    concurrencyPerGroup: Math.max(1, workers - 1),
    retries: SEARCH_RETRIES,
    retryDelaySeconds: SEARCH_RETRY_DELAY_SECONDS,
    timeoutSeconds: SEARCH_TIMEOUT_SECONDS,
    work: (search, signal) => runSearch(search, run, signal),
    giveUp: (search, signal) => endSearch(search, run, signal),
  };
}

const searchRun = (deps: InvestorsDeps): SearchRunDeps => ({
  searches: deps.searches,
  finders: { v1: findForV1(deps), legacy: findForLegacy(deps) },
  usage: deps.searchUsage,
  log: deps.log,
  nowMs: () => deps.clock.nowMs(),
  onEnded: deps.onSearchEnded('background'),
});

const SWEEP_EVERY_MS = 10 * 60_000;

/** Ends searches that nobody finished and deletes expired ones, from time to time. @returns what ends it. */
export function beginSweeps(deps: InvestorsDeps): () => void {
  const run = searchRun(deps);
  const stop = new AbortController();
  const sweep = () =>
    sweepSearches(run, stop.signal).then(
      (swept) => {
        if (swept.ended + swept.deleted > 0) deps.log.info(swept, 'searches were swept');
      },
      (err: unknown) => {
        if (!stop.signal.aborted) deps.log.warn({ err }, 'searches could not be swept; the next sweep tries again');
      },
    );
  const timer = setInterval(() => void sweep(), SWEEP_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}

/** On whose behalf other services are asked after the request is over. */
const onBehalfOf = (searcher: Searcher): Principal => ({ ...searcher, keyKind: 'service' });

const findForV1 =
  (deps: InvestorsDeps): SearchFinder =>
  async ({ id, question, sort, searcher }, requestId, signal) => {
    if (question.api !== 'v1') throw new Error(`a search of ${question.api} is not one of v1`);
    const ports = deps.ports({ principal: onBehalfOf(searcher), requestId, deadlineMs: undefined });
    const { criteria } = question;
    const { subject, buyers, skiptraced } = await searchBuyers({ ...question, sort }, ports, signal);
    const at = new Date(deps.clock.nowMs()).toISOString();
    await deps.crmDeals.attach({ searcher, searchId: id, criteria, subject, buyers, at }, signal);
    return { buyers, skiptraced };
  };

const findForLegacy =
  (deps: InvestorsDeps): SearchFinder =>
  async ({ question, searcher }, requestId, signal) => {
    if (question.api !== 'legacy') throw new Error(`a search of ${question.api} is not one of the earlier API`);
    // The label that the caller gave its user is no user of ours.
    const principal = onBehalfOf({ ...searcher, userId: null });
    const ports = deps.ports({ principal, requestId, deadlineMs: undefined });
    const { contacts, ran } = countLookups(ports.contacts);
    const buyers = await findLegacyBuyers(question, { ...ports, contacts }, signal);
    return { buyers, skiptraced: ran() };
  };
