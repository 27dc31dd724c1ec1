import type { Clock } from '@plat/kit';
import { LRUCache } from 'lru-cache';

const BURST_WINDOW_MS = 10_000;

/** Counts arrivals in fixed windows of ten seconds in bounded memory. It is a guard, not a meter. */
export interface BurstGuard {
  /** Counts one arrival. @returns true once the bucket is above its threshold. */
  exceeds(bucket: string, threshold: number): boolean;
  /** True if the bucket is above its threshold. Counts nothing. */
  isAbove(bucket: string, threshold: number): boolean;
  /** Capacity in buckets; a full guard evicts the bucket that was idle longest. */
  buckets(): { max: number; inUse: number };
}

export function createBurstGuard(clock: Clock, maxBuckets = 50_000): BurstGuard {
  const buckets = new LRUCache<string, { window: number; count: number }>({ max: maxBuckets });
  const countOf = (bucket: string, window: number): number => {
    const seen = buckets.get(bucket);
    return seen?.window === window ? seen.count : 0;
  };
  const currentWindow = () => Math.floor(clock.nowMs() / BURST_WINDOW_MS);
  return {
    exceeds: (bucket, threshold) => {
      const window = currentWindow();
      const count = countOf(bucket, window) + 1;
      buckets.set(bucket, { window, count });
      return count > threshold;
    },
    isAbove: (bucket, threshold) => countOf(bucket, currentWindow()) > threshold,
    buckets: () => ({ max: maxBuckets, inUse: buckets.size }),
  };
}
