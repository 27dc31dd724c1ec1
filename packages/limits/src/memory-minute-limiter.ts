import { admitted, type LimiterClock, type MinuteLimiter, refused, WINDOW_MS } from './minute-limiter.ts';

export interface MemoryMinuteLimiterOptions {
  /** Most keys remembered at once; beyond it the one that was admitted longest ago is forgotten. */
  maxKeys?: number;
}

/** For one process. Holds at most `limit` times per key, and nothing of keys that were silent for a minute. */
export function createMemoryMinuteLimiter(
  clock: LimiterClock,
  { maxKeys = 100_000 }: MemoryMinuteLimiterOptions = {},
): MinuteLimiter & { readonly size: number } {
  /** Admission times per key, oldest first; keys in the order of their last admission. */
  const windows = new Map<string, number[]>();
  let latestMs = 0;

  function forgetSilentKeys(nowMs: number): void {
    for (const [keyId, times] of windows) {
      if ((times.at(-1) ?? 0) > nowMs - WINDOW_MS && windows.size <= maxKeys) return;
      windows.delete(keyId);
    }
  }

  return {
    take: async (keyId, limit) => {
      latestMs = Math.max(latestMs, clock.nowMs());
      const nowMs = latestMs;
      const times = windows.get(keyId) ?? [];
      const firstLive = times.findIndex((time) => time > nowMs - WINDOW_MS);
      times.splice(0, firstLive === -1 ? times.length : firstLive);
      if (times.length >= limit) {
        const blocking = times[times.length - Math.max(1, limit)];
        return refused(limit, limit <= 0 || blocking === undefined ? WINDOW_MS : blocking + WINDOW_MS - nowMs);
      }
      times.push(nowMs);
      windows.delete(keyId);
      windows.set(keyId, times);
      forgetSilentKeys(nowMs);
      return admitted(limit, times.length);
    },
    close: async () => windows.clear(),
    get size() {
      return windows.size;
    },
  };
}
