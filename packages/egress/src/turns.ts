import type { Places } from '@plat/kit';
import pLimit from 'p-limit';

/** A turn lets go of its place when it is told to; without one the call does not happen. */
export type Turn = { release(): void } | 'busy' | 'aborted';

export interface Turns {
  take(signal?: AbortSignal): Promise<Turn>;
  /** Who left while waiting counts until the turn that would have been theirs. */
  places(): Places;
}

/** First come, first served, `maxConcurrent` at a time; with `maxWaiting` waiting the next one is turned away. */
export function createTurns(maxConcurrent: number, maxWaiting: number): Turns {
  const limit = pLimit(maxConcurrent);
  return {
    take: (signal) => {
      if (signal?.aborted) return Promise.resolve('aborted');
      if (limit.activeCount + limit.pendingCount >= maxConcurrent + maxWaiting) return Promise.resolve('busy');
      return new Promise((resolve) => {
        const leave = () => resolve('aborted');
        signal?.addEventListener('abort', leave, { once: true });
        void limit(() => {
          signal?.removeEventListener('abort', leave);
          if (signal?.aborted) return;
          return new Promise<void>((release) => resolve({ release }));
        });
      });
    },
    places: () => ({ most: maxConcurrent, inUse: limit.activeCount, waiting: limit.pendingCount }),
  };
}
