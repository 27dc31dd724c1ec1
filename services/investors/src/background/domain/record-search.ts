import { type Logger, toAppError } from '@plat/kit';
import type { OnSearchEnded, SearchStore } from './ports.ts';
import { endNow, FAILED_ON_OUR_SIDE } from './run-search.ts';
import type { NewSearch, SearchFindings } from './search.ts';

export interface RecordSearchDeps {
  searches: Pick<SearchStore, 'record'>;
  log: Logger;
  nowMs(): number;
  onEnded: OnSearchEnded;
}

/** Never aborts: the caller was told of the failure already, and its URL is still to be told. */
const NEVER = new AbortController().signal;

/**
 * Runs a search whose caller waits, and keeps how it ended for the URL that is told too: completed before the caller
 * has its answer, or failed when the failure is ours (decision 64). What the caller asked wrongly is told to nobody.
 * @throws what `run` does, and what keeps the outcome from being kept.
 */
export async function recordSearch<Findings extends SearchFindings>(
  search: NewSearch,
  run: () => Promise<Findings>,
  deps: RecordSearchDeps,
  signal: AbortSignal,
): Promise<Findings> {
  try {
    const findings = await run();
    await deps.searches.record(search, findings, endNow(deps.nowMs()), signal);
    deps.onEnded(search.question.api, 'completed');
    return findings;
  } catch (thrown) {
    const { status, code, message } = toAppError(thrown);
    if (status >= 500) await recordFailure(search, code === 'INTERNAL' ? FAILED_ON_OUR_SIDE : message, deps);
    throw thrown;
  }
}

async function recordFailure(search: NewSearch, error: string, deps: RecordSearchDeps): Promise<void> {
  try {
    await deps.searches.record(search, { error }, endNow(deps.nowMs()), NEVER);
    deps.onEnded(search.question.api, 'failed');
  } catch (err) {
    deps.log.error({ err, searchId: search.id }, 'nobody is told that a search failed, for that could not be kept');
  }
}
