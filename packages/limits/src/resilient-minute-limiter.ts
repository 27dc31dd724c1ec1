import type { MemoryMinuteLimiter } from './memory-minute-limiter.ts';
import type { LimiterClock, MinuteDecision, MinuteLimiter } from './minute-limiter.ts';

/** Who counts at the moment: the shared store, or this process alone because the store does not answer. */
export type LimiterState = 'redis' | 'memory';

const RETRY_AFTER_MS = 1_000;

/**
 * Counts in Redis; while Redis does not answer, counts in memory (each replica by itself) and asks Redis again with one
 * request a second. A limit that is enforced per replica beats refusing everyone or limiting no one. What Redis admits is
 * noted in memory too, and both must admit: neither a switch nor a Redis that lost its data opens a new window. Noted as
 * of when the request came, it leaves the memory no later than Redis, so memory alone refuses nobody whom Redis expects.
 * @param onStateChange is called once per change, with what made Redis fail.
 */
export function createResilientMinuteLimiter(
  redis: MinuteLimiter,
  memory: Pick<MemoryMinuteLimiter, 'arrive' | 'close'>,
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
  const askRedis = async (...request: Parameters<MinuteLimiter['take']>): Promise<MinuteDecision | undefined> => {
    if (state === 'memory') {
      if (clock.nowMs() < askAgainAtMs) return undefined;
      askAgainAtMs = clock.nowMs() + RETRY_AFTER_MS;
    }
    try {
      const decision = await redis.take(...request);
      change('redis');
      return decision;
    } catch (cause) {
      askAgainAtMs = clock.nowMs() + RETRY_AFTER_MS;
      change('memory', cause);
      return undefined;
    }
  };

  return {
    take: async (...request) => {
      const arrival = memory.arrive(...request);
      if (!arrival.decision.allowed) return arrival.decision;
      const shared = await askRedis(...request);
      if (shared?.allowed === false) return shared;
      const own = arrival.admit();
      return shared !== undefined && own.allowed && shared.remaining <= own.remaining ? shared : own;
    },
    close: async () => {
      await Promise.all([redis.close(), memory.close()]);
    },
  };
}
