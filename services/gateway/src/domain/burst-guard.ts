import type { Clock } from '@plat/kit';
import { LRUCache } from 'lru-cache';

export const BURST_WINDOW_MS = 10_000;

/** Counts what arrives in fixed windows of ten seconds, cheaply and in bounded memory: a guard, not a meter. */
export interface BurstGuard {
  /** Counts one arrival. @returns whether the bucket is now above its threshold. */
  exceeds(bucket: string, threshold: number): boolean;
  /** Whether the bucket is above its threshold, without counting. */
  isAbove(bucket: string, threshold: number): boolean;
  /** How many are remembered; a full guard forgets whoever was quiet for longest. */
  buckets(): { most: number; inUse: number };
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
    buckets: () => ({ most: maxBuckets, inUse: buckets.size }),
  };
}
