/** On a busy machine. */
const SOON_MS = 40_000;
const POLL_MS = 50;

/** Waits until something holds. @throws Error after `timeoutMs`. */
export async function eventually<T>(
  ask: () => Promise<T>,
  holds: (value: T) => boolean,
  timeoutMs = SOON_MS,
): Promise<T> {
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    const value = await ask();
    if (holds(value)) return value;
    if (performance.now() > endMs) throw new Error(`it did not come to hold: ${JSON.stringify(value)}`);
    await Bun.sleep(POLL_MS);
  }
}
