/** Ends with the caller's signal or after its time, whichever comes first. */
export interface Deadline {
  signal: AbortSignal;
  /** True when the time ended it. */
  isOver(): boolean;
  clear(): void;
}

/** Many calls may share a caller's signal, so no listener stays on it. */
export function deadlineOf(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  return {
    signal: outer === undefined ? controller.signal : AbortSignal.any([outer, controller.signal]),
    isOver: () => controller.signal.aborted,
    clear: () => clearTimeout(timer),
  };
}

/** Waits; rejects with the signal's reason when it aborts first. */
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
