/** A timer this late was delayed by our own process. */
const HELD_UP_MS = 50;

/**
 * Rejects when `asked` takes longer than `timeoutMs`. Time in which this process was too busy to read the answer
 * does not count, because after a burst a reply can lie unread when the timer fires.
 * @throws Error when no response came in time.
 */
export function withTimeout<T>(asked: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const dueMs = performance.now() + timeoutMs;
      timer = setTimeout(() => {
        if (performance.now() > dueMs + HELD_UP_MS) wait();
        // Two more loop iterations let an answer that has already arrived be read first.
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
