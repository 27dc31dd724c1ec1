import { type LimiterClock, MINUTE_MS, type MinuteDecision, type MinuteLimiter } from './minute-limiter.ts';

/** Who counts at the moment: the shared store, or this process alone because the store does not answer. */
export type LimiterState = 'redis' | 'memory';

const RETRY_AFTER_MS = 1_000;

/**
 * Counts in Redis; while Redis does not answer, counts in memory (each replica by itself) and asks Redis again with one
 * request a second. A limit that is enforced per replica beats refusing everyone or limiting no one. What Redis admits is
 * noted in memory too, and for a minute after an outage both must admit, so that a switch does not open a new window.
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
  /** Until then Redis may not know of all that this replica admitted. */
  let bothCountUntilMs = Number.NEGATIVE_INFINITY;

  const change = (next: LimiterState, cause?: unknown) => {
    if (state === next) return;
    state = next;
    onStateChange(next, cause);
  };
  const askRedis = async (...request: Parameters<MinuteLimiter['take']>): Promise<MinuteDecision | undefined> => {
    try {
      const decision = await redis.take(...request);
      change('redis');
      return decision;
    } catch (cause) {
      askAgainAtMs = clock.nowMs() + RETRY_AFTER_MS;
      bothCountUntilMs = clock.nowMs() + MINUTE_MS;
      change('memory', cause);
      return undefined;
    }
  };

  return {
    take: async (keyId, limit, windowMs) => {
      const nowMs = clock.nowMs();
      if (nowMs >= bothCountUntilMs) {
        const decision = await askRedis(keyId, limit, windowMs);
        if (decision?.allowed === false) return decision;
        const own = await memory.take(keyId, limit, windowMs);
        return decision ?? own;
      }
      const own = await memory.take(keyId, limit, windowMs);
      if (state === 'memory') {
        bothCountUntilMs = nowMs + MINUTE_MS;
        if (nowMs < askAgainAtMs) return own;
        askAgainAtMs = nowMs + RETRY_AFTER_MS;
      }
      if (!own.allowed) return own;
      const decision = await askRedis(keyId, limit, windowMs);
      return decision !== undefined && decision.remaining <= own.remaining ? decision : own;
    },
    close: async () => {
      await Promise.all([redis.close(), memory.close()]);
    },
  };
}
