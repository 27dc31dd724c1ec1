import { AppError, DAY_MS } from '@plat/kit';
import type { RunSearch, SearchEnd, SearchRunDeps } from './ports.ts';
import { RESULTS_KEPT_DAYS, type Search } from './search.ts';

/** Time limit of one attempt, well beyond the 30 seconds of a waiting search. */
const ATTEMPT_MS = 120_000;

export const FAILED_ON_OUR_SIDE = 'The search failed on our side; try again';
export const LOST_RESERVATION =
  'The search could not be counted, for what was reserved for it had ended; nothing was counted, try again';

/**
 * Takes a pending search to its end: stores the buyers found, counts the search, completes it. Each step is durable
 * before the next, so that a retry after a crash neither repeats a counted search nor counts twice. Several workers may
 * run the same search at once.
 * @throws errors that a later attempt may fix
 */
export async function runSearch({ searchId, requestId }: RunSearch, deps: SearchRunDeps, signal: AbortSignal) {
  const search = await deps.searches.find(searchId, deps.nowMs());
  if (search === null) return;
  if (search.state === 'failed') return giveBack(search, requestId, deps, signal);
  if (search.state === 'completed') return;
  if (search.resultCount === null && !(await findAndKeep(search, requestId, deps, signal))) return;
  await countAndComplete(searchId, requestId, deps, signal);
}

/**
 * Ends a search without attempts left: completes it when buyers were found, because it may be counted already;
 * otherwise fails it.
 * @throws errors that a later attempt may fix
 */
export async function endSearch({ searchId, requestId }: RunSearch, deps: SearchRunDeps, signal: AbortSignal) {
  const search = await deps.searches.find(searchId, deps.nowMs());
  if (search === null || search.state === 'completed') return;
  const failed =
    search.state === 'failed' || (await failSearch(search, FAILED_ON_OUR_SIDE, requestId, deps, { unless: 'found' }));
  if (failed) return giveBack(search, requestId, deps, signal);
  await countAndComplete(searchId, requestId, deps, signal);
}

/** @returns whether the search continues */
async function findAndKeep(search: Search, requestId: string, deps: SearchRunDeps, signal: AbortSignal) {
  try {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]);
    const findings = await deps.finders[search.question.api](search, requestId, bounded);
    return await deps.searches.keepFindings(search.id, findings);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const failed = await failSearch(search, error.message, requestId, deps, { unless: 'found' });
    if (failed) await giveBack(search, requestId, deps, signal);
    return false;
  }
}

async function countAndComplete(searchId: string, requestId: string, deps: SearchRunDeps, signal: AbortSignal) {
  const search = await deps.searches.find(searchId, deps.nowMs());
  if (search === null || search.state !== 'pending') return;
  if (search.reservationId !== null) {
    const reservation = { id: search.reservationId, skiptraced: search.skiptraced === true };
    const counted = await deps.usage.commit(reservation, requestId, signal);
    if (counted === 'unknown') {
      await failSearch(search, LOST_RESERVATION, requestId, deps);
      return;
    }
  }
  if (await deps.searches.complete(searchId, endNow(deps.nowMs()))) tell(search, 'completed', requestId, deps);
}

async function failSearch(
  search: Search,
  error: string,
  requestId: string,
  deps: SearchRunDeps,
  { unless }: { unless?: 'found' } = {},
): Promise<boolean> {
  const failed = await deps.searches.fail(search.id, error, endNow(deps.nowMs()), unless);
  if (failed) tell(search, 'failed', requestId, deps);
  return failed;
}

async function giveBack(search: Search, requestId: string, { usage }: SearchRunDeps, signal: AbortSignal) {
  if (search.reservationId !== null) await usage.release(search.reservationId, requestId, signal);
}

function tell(search: Search, outcome: 'completed' | 'failed', requestId: string, deps: SearchRunDeps): void {
  const { id: searchId, searcher, question, createdAt } = search;
  const durationMs = deps.nowMs() - Date.parse(createdAt);
  deps.log.info({ searchId, requestId, keyId: searcher.keyId, api: question.api, outcome, durationMs }, 'search ended');
  deps.onEnded(question.api, outcome);
}

/** The end of a search, and the expiry of its results. */
export const endNow = (nowMs: number): SearchEnd => ({
  endedAt: new Date(nowMs).toISOString(),
  expiresAt: new Date(nowMs + RESULTS_KEPT_DAYS * DAY_MS).toISOString(),
});
