/** Generous, for busy machines. */
const SOON_MS = 40_000;
const POLL_MS = 50;

/** Waits until `holds` accepts a value. @throws Error after `timeoutMs`. */
export async function eventually<T>(
  ask: () => Promise<T>,
  holds: (value: T) => boolean,
  timeoutMs = SOON_MS,
): Promise<T> {
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    const value = await ask();
    if (holds(value)) return value;
    if (performance.now() > endMs) throw new Error(`condition not met in time; last value: ${JSON.stringify(value)}`);
    await Bun.sleep(POLL_MS);
  }
}
