import type { IdempotencyStore, IdempotentRequest, IdempotentState } from './ports.ts';

const CLEANING_PAUSE_MS = 60_000;

/**
 * Starts a request, or returns the state of the first one with its idempotency key. Once a minute, and on every
 * call while many remain, it also removes some responses older than a day.
 */
export function createIdempotentRequests(deps: { idempotency: IdempotencyStore; clock: { nowMs(): number } }) {
  let cleanAtMs = 0;
  return async (request: IdempotentRequest): Promise<IdempotentState> => {
    const nowMs = deps.clock.nowMs();
    const state = await deps.idempotency.begin(request, nowMs);
    if (nowMs >= cleanAtMs) {
      cleanAtMs = nowMs + CLEANING_PAUSE_MS;
      if ((await deps.idempotency.removeOutdated(nowMs)) > 0) cleanAtMs = nowMs;
    }
    return state;
  };
}
