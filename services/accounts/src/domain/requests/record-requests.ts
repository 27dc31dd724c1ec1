import type { RequestOfKey } from '@plat/contracts';
import type { RequestLog } from './ports.ts';

const TIDYING_PAUSE_MS = 60_000;

/** Adds requests to the log. Once a minute it also removes what the log keeps no longer. */
export function createRequestRecorder(deps: { requests: RequestLog; clock: { nowMs(): number } }) {
  let tidyAtMs = 0;
  return async (requests: readonly RequestOfKey[]): Promise<void> => {
    await deps.requests.add(requests);
    const nowMs = deps.clock.nowMs();
    if (nowMs < tidyAtMs) return;
    tidyAtMs = nowMs + TIDYING_PAUSE_MS;
    await deps.requests.tidy(nowMs);
  };
}
