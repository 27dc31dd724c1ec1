/** One request due at a given time, whether or not earlier ones were answered. */
export interface Outcome<Kind> {
  kind: Kind;
  /** Measured from its due time, so that a stalled server does not look fast. */
  latencyMs: number;
  /** Error of the request; null when it succeeded. */
  error: string | null;
}

export interface OpenLoadOptions<Kind> {
  perSecond: number;
  seconds: number;
  /** Sends one request and reads its response. @returns its kind and error. */
  send(): Promise<{ kind: Kind; error: string | null }>;
}

/** Maximum sleep of the scheduler; afterwards it starts everything that became due. */
const TICK_MS = 5;

/**
 * Sends requests at random times (Poisson arrivals) with a mean rate, however long responses take.
 * @returns every outcome, after the last response.
 */
export async function openLoad<Kind>({ perSecond, seconds, send }: OpenLoadOptions<Kind>): Promise<Outcome<Kind>[]> {
  const outcomes: Outcome<Kind>[] = [];
  const running = new Set<Promise<void>>();
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  let dueMs = startMs;
  while (dueMs < endMs) {
    while (dueMs <= performance.now() && dueMs < endMs) {
      const wasDueMs = dueMs;
      const one = send().then(({ kind, error }) => {
        outcomes.push({ kind, error, latencyMs: performance.now() - wasDueMs });
        running.delete(one);
      });
      running.add(one);
      dueMs += (-Math.log(1 - Math.random()) / perSecond) * 1000;
    }
    await Bun.sleep(Math.max(0, Math.min(TICK_MS, dueMs - performance.now())));
  }
  await Promise.all(running);
  return outcomes;
}

/**
 * Sends the same requests one after another in parallel lanes.
 * @returns requests answered per second. One that exceeds the time does not count and does not extend it.
 */
export async function closedLoad(lanes: number, seconds: number, send: () => Promise<unknown>): Promise<number> {
  const endMs = performance.now() + seconds * 1000;
  let answered = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() < endMs) {
        await send();
        if (performance.now() <= endMs) answered += 1;
      }
    }),
  );
  return answered / seconds;
}

/** Takes the median of several measurements, because the machine has other work at times. */
export async function maxThroughput(
  { lanes, seconds, looks }: { lanes: number; seconds: number; looks: number },
  send: () => Promise<unknown>,
): Promise<{ perSecond: number; looked: readonly number[] }> {
  const looked: number[] = [];
  for (let look = 0; look < looks; look++) looked.push(await closedLoad(lanes, seconds / looks, send));
  return { perSecond: looked.toSorted((a, b) => a - b)[Math.floor(looks / 2)] ?? 0, looked };
}
