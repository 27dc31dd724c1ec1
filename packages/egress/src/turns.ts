import pLimit from 'p-limit';

/** A turn lets go of its place when it is told to; without one the call does not happen. */
export type Turn = { release(): void } | 'busy' | 'aborted';

/** First come, first served, `maxConcurrent` at a time; with `maxWaiting` waiting the next one is turned away. */
export function createTurns(maxConcurrent: number, maxWaiting: number): (signal?: AbortSignal) => Promise<Turn> {
  const limit = pLimit(maxConcurrent);
  return (signal) => {
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
  };
}
