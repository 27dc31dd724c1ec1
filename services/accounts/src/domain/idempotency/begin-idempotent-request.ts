import type { IdempotencyStore, IdempotentRequest, IdempotentState } from './ports.ts';

const CLEANING_PAUSE_MS = 60_000;

/**
 * Begins a request, or says what became of the first one with its idempotency key. Once a minute it also removes some
 * of the answers that are older than a day; as long as there are many, at every call.
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
