import { admitted, type LimiterClock, MINUTE_MS, type MinuteLimiter, refused } from './minute-limiter.ts';

export interface MemoryMinuteLimiterOptions {
  /** Most keys remembered at once; beyond it the one that was admitted longest ago is forgotten. */
  maxKeys?: number;
}

/** For one process. Holds at most `limit` times per key, and nothing of keys that were silent for their window. */
export function createMemoryMinuteLimiter(
  clock: LimiterClock,
  { maxKeys = 100_000 }: MemoryMinuteLimiterOptions = {},
): MinuteLimiter & { readonly size: number; readonly maxKeys: number } {
  /** Admission times per key, oldest first; keys in the order of their last admission. */
  const windows = new Map<string, { times: number[]; windowMs: number }>();
  let latestMs = 0;

  function forgetSilentKeys(nowMs: number): void {
    for (const [keyId, { times, windowMs }] of windows) {
      if ((times.at(-1) ?? 0) > nowMs - windowMs && windows.size <= maxKeys) return;
      windows.delete(keyId);
    }
  }

  return {
    take: async (keyId, limit, windowMs = MINUTE_MS) => {
      latestMs = Math.max(latestMs, clock.nowMs());
      const nowMs = latestMs;
      const times = windows.get(keyId)?.times ?? [];
      const firstLive = times.findIndex((time) => time > nowMs - windowMs);
      times.splice(0, firstLive === -1 ? times.length : firstLive);
      if (times.length >= limit) {
        const blocking = times[times.length - Math.max(1, limit)];
        const waitMs = limit <= 0 || blocking === undefined ? windowMs : blocking + windowMs - nowMs;
        return refused(limit, windowMs, waitMs);
      }
      times.push(nowMs);
      windows.delete(keyId);
      windows.set(keyId, { times, windowMs });
      forgetSilentKeys(nowMs);
      return admitted(limit, windowMs, times.length, (times[0] ?? nowMs) + windowMs - nowMs);
    },
    close: async () => windows.clear(),
    maxKeys,
    get size() {
      return windows.size;
    },
  };
}
