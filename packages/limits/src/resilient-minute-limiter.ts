import type { LimiterClock, MinuteLimiter } from './minute-limiter.ts';

/** Who counts at the moment: the shared store, or this process alone because the store does not answer. */
export type LimiterState = 'redis' | 'memory';

const RETRY_AFTER_MS = 1_000;

/**
 * Counts in Redis; while Redis does not answer, counts in memory (each replica by itself) and asks Redis again with one
 * request a second. A limit that is enforced per replica beats refusing everyone or limiting no one.
 * @param onStateChange is called once per change, with what made Redis fail.
 */
export function createResilientMinuteLimiter(
  redis: MinuteLimiter,
  memory: MinuteLimiter,
  onStateChange: (state: LimiterState, cause?: unknown) => void,
  clock: LimiterClock = { nowMs: () => performance.now() },
): MinuteLimiter {
  let state: LimiterState = 'redis';
  let askAgainAtMs = 0;

  const change = (next: LimiterState, cause?: unknown) => {
    if (state === next) return;
    state = next;
    onStateChange(next, cause);
  };

  return {
    take: async (keyId, limit, windowMs) => {
      if (state === 'memory') {
        if (clock.nowMs() < askAgainAtMs) return memory.take(keyId, limit, windowMs);
        askAgainAtMs = clock.nowMs() + RETRY_AFTER_MS;
      }
      try {
        const decision = await redis.take(keyId, limit, windowMs);
        change('redis');
        return decision;
      } catch (cause) {
        askAgainAtMs = clock.nowMs() + RETRY_AFTER_MS;
        change('memory', cause);
        return memory.take(keyId, limit, windowMs);
      }
    },
    close: async () => {
      await Promise.all([redis.close(), memory.close()]);
    },
  };
}
