import { DAY_MS } from '@plat/kit';
import type { SearchRunDeps } from './ports.ts';
import { endSearch } from './run-search.ts';

/** What was reserved for a search has ended by then, whatever became of its job. */
export const OVERDUE_MS = DAY_MS;
const ENDED_AT_ONCE = 100;
const DELETED_AT_ONCE = 500;
/** So that one sweep deletes a bounded number. */
const ROUNDS = 20;

/**
 * Ends searches that nobody finished in a day, and deletes what has expired. Any number of processes may sweep at once.
 * @returns how many of each.
 */
export async function sweepSearches(deps: SearchRunDeps, signal: AbortSignal) {
  const { searches, nowMs } = deps;
  const overdue = await searches.pendingSince(nowMs() - OVERDUE_MS, ENDED_AT_ONCE);
  let ended = 0;
  for (const searchId of overdue) {
    try {
      await endSearch({ searchId, requestId: `sweep-${searchId}` }, deps, signal);
      ended += 1;
    } catch (err) {
      deps.log.warn({ err, searchId }, 'an overdue search could not be ended; the next sweep tries again');
    }
    signal.throwIfAborted();
  }
  let deleted = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const count = await searches.deleteExpired(nowMs(), DELETED_AT_ONCE);
    deleted += count;
    if (count < DELETED_AT_ONCE) break;
    signal.throwIfAborted();
  }
  return { ended, deleted };
}
