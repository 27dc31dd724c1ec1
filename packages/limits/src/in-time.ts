/** A timer that fires later than this was held up by this process itself. */
const HELD_UP_MS = 50;

/**
 * Waits for an answer for a limited time. Time in which this process was too busy to read it is not held against who
 * was asked: after a burst of requests an answer can lie there unread while its timer fires.
 * @throws Error when no answer came in time.
 */
export function inTime<T>(asked: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const dueMs = performance.now() + timeoutMs;
      timer = setTimeout(() => {
        if (performance.now() > dueMs + HELD_UP_MS) wait();
        // Between two turns of the event loop an answer that lies there is read.
        else setImmediate(() => setImmediate(reject, new Error(`no answer within ${timeoutMs} ms`)));
      }, timeoutMs);
    };
    wait();
    asked.then(
      (answer) => {
        clearTimeout(timer);
        resolve(answer);
      },
      (cause: unknown) => {
        clearTimeout(timer);
        reject(cause);
      },
    );
  });
}
