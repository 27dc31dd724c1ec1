/** Ends with the caller's signal or after its time, whichever is first. */
export interface Deadline {
  signal: AbortSignal;
  /** Whether it was the time that ended it. */
  isOver(): boolean;
  clear(): void;
}

export function deadlineOf(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  let over = false;
  const timer = setTimeout(() => {
    over = true;
    controller.abort();
  }, timeoutMs);
  const onOuter = () => controller.abort(outer?.reason);
  if (outer?.aborted) onOuter();
  outer?.addEventListener('abort', onOuter, { once: true });
  return {
    signal: controller.signal,
    isOver: () => over,
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onOuter);
    },
  };
}

/** Waits; rejects with the reason of the signal when it is aborted before. */
export function waitMs(pauseMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
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
