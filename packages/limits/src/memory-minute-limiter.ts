import {
  admitted,
  type LimiterClock,
  MINUTE_MS,
  type MinuteDecision,
  type MinuteLimiter,
  refused,
} from './minute-limiter.ts';

export interface MemoryMinuteLimiterOptions {
  /** Maximum number of keys kept; beyond it, the key admitted least recently is dropped. */
  maxKeys?: number;
}

/** A request that has arrived but is not counted yet. */
export interface Arrival {
  /** The decision at arrival; nothing is counted yet. */
  decision: MinuteDecision;
  /** Decides as of now. If admitted, the request counts from its arrival. */
  admit(): MinuteDecision;
}

export interface MemoryMinuteLimiter extends MinuteLimiter {
  arrive(keyId: string, limit: number, windowMs?: number): Arrival;
  readonly size: number;
  readonly maxKeys: number;
}

/** Monotonic. A system clock set forward would open windows early; set back, it would keep them closed. */
const uptime: LimiterClock = { nowMs: () => performance.now() };

/** For one process. Stores at most `limit` times per key and drops keys that were idle for a whole window. */
export function createMemoryMinuteLimiter(
  clock: LimiterClock = uptime,
  { maxKeys = 100_000 }: MemoryMinuteLimiterOptions = {},
): MemoryMinuteLimiter {
  /** Admission times per key, oldest first. Keys are ordered by their last admission. */
  const windows = new Map<string, { times: number[]; windowMs: number }>();
  let latestMs = 0;

  function passedMs(): number {
    latestMs = Math.max(latestMs, clock.nowMs());
    return latestMs;
  }

  function liveTimes(keyId: string, windowMs: number, nowMs: number): number[] {
    const times = windows.get(keyId)?.times ?? [];
    const firstLive = times.findIndex((time) => time > nowMs - windowMs);
    times.splice(0, firstLive === -1 ? times.length : firstLive);
    return times;
  }

  function forgetSilentKeys(nowMs: number): void {
    for (const [keyId, { times, windowMs }] of windows) {
      if ((times.at(-1) ?? 0) > nowMs - windowMs && windows.size <= maxKeys) return;
      windows.delete(keyId);
    }
  }

  function arrive(keyId: string, limit: number, windowMs = MINUTE_MS): Arrival {
    const cameMs = passedMs();
    const judge = (times: readonly number[], nowMs: number): MinuteDecision => {
      if (times.length < limit) {
        const oldestMs = Math.min(times[0] ?? cameMs, cameMs);
        return admitted(limit, windowMs, times.length + 1, oldestMs + windowMs - nowMs);
      }
      const blocking = times[times.length - Math.max(1, limit)];
      const waitMs = limit <= 0 || blocking === undefined ? windowMs : blocking + windowMs - nowMs;
      return refused(limit, windowMs, waitMs);
    };
    return {
      decision: judge(liveTimes(keyId, windowMs, cameMs), cameMs),
      admit: () => {
        const nowMs = passedMs();
        const times = liveTimes(keyId, windowMs, nowMs);
        const decision = judge(times, nowMs);
        if (!decision.allowed) return decision;
        times.splice(times.findLastIndex((time) => time <= cameMs) + 1, 0, cameMs);
        windows.delete(keyId);
        windows.set(keyId, { times, windowMs });
        forgetSilentKeys(nowMs);
        return decision;
      },
    };
  }

  return {
    arrive,
    take: async (keyId, limit, windowMs) => arrive(keyId, limit, windowMs).admit(),
    close: async () => windows.clear(),
    maxKeys,
    get size() {
      return windows.size;
    },
  };
}
