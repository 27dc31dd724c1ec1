import type { MemoryMinuteLimiter } from './memory-minute-limiter.ts';
import type { LimiterClock, MinuteDecision, MinuteLimiter } from './minute-limiter.ts';

/** Where limits are counted: the shared store, or this process alone while the store does not answer. */
export type LimiterState = 'redis' | 'memory';

const RETRY_AFTER_MS = 1_000;

/**
 * Counts in Redis. While Redis does not answer, each replica counts in memory and retries Redis with one request a
 * second: a limit per replica is better than refusing everyone or limiting no one. Requests that Redis admits are
 * also counted in memory, and both must admit, so neither a switch nor lost data opens a new window. Memory counts
 * each request from its arrival, so it never refuses a request that Redis would admit.
 * @param onStateChange called once per change, with the error that made Redis fail.
 */
export function createResilientMinuteLimiter(
  redis: MinuteLimiter,
  memory: Pick<MemoryMinuteLimiter, 'arrive' | 'close'>,
  onStateChange: (state: LimiterState, cause?: unknown) => void,
  clock: LimiterClock = { nowMs: () => performance.now() },
): MinuteLimiter {
  let state: LimiterState = 'redis';
  let retryAtMs = 0;

  const change = (next: LimiterState, cause?: unknown) => {
    if (state === next) return;
    state = next;
    onStateChange(next, cause);
  };
  const askRedis = async (...request: Parameters<MinuteLimiter['take']>): Promise<MinuteDecision | undefined> => {
    if (state === 'memory') {
      if (clock.nowMs() < retryAtMs) return undefined;
      retryAtMs = clock.nowMs() + RETRY_AFTER_MS;
    }
    try {
      const decision = await redis.take(...request);
      change('redis');
      return decision;
    } catch (cause) {
      retryAtMs = clock.nowMs() + RETRY_AFTER_MS;
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
