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

/** Never aborts: the caller already knows of the failure, but its URL does not. */
const NEVER = new AbortController().signal;

/**
 * Runs a search whose caller waits, and stores its outcome for the webhook: completed before the caller has its
 * response, or failed when the failure is ours (docs/rules/webhooks.md). Invalid requests send no webhook.
 * @throws errors of `run`, and those of storing the outcome
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
    deps.log.error({ err, searchId: search.id }, 'search failure not recorded; no webhook sent');
  }
}
