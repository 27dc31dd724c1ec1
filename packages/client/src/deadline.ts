/** Ends with the caller's signal or after its time, whichever is first. */
export interface Deadline {
  signal: AbortSignal;
  /** Whether it was the time that ended it. */
  isOver(): boolean;
  clear(): void;
}

/** Many calls may share the signal of a caller: it is followed, and nothing is added to it. */
export function deadlineOf(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  return {
    signal: outer === undefined ? controller.signal : AbortSignal.any([outer, controller.signal]),
    isOver: () => controller.signal.aborted,
    clear: () => clearTimeout(timer),
  };
}

/** Waits; rejects with the reason of the signal when it is aborted before. */
export function waitMs(pauseMs: number, outer?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (outer?.aborted) return reject(outer.reason);
    const signal = outer === undefined ? undefined : AbortSignal.any([outer]);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, pauseMs);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
