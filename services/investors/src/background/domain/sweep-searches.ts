import { DAY_MS } from '@plat/kit';
import type { SearchRunDeps } from './ports.ts';
import { endSearch } from './run-search.ts';

/** Every reservation has expired by then, whatever became of the job. */
export const OVERDUE_MS = DAY_MS;
const ENDED_AT_ONCE = 100;
const DELETED_AT_ONCE = 500;
/** Limits the deletions of one sweep. */
const ROUNDS = 20;

/**
 * Ends searches that are pending for a day, and deletes expired ones. Several processes may sweep at once.
 * @returns how many of each
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
      deps.log.warn({ err, searchId }, 'could not end an overdue search; the next sweep tries again');
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
