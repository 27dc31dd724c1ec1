/** One request that was due at a moment, whether or not those before it were answered. */
export interface Outcome<Kind> {
  kind: Kind;
  /** From when it was due, so that a server that stands still is not flattered. */
  latencyMs: number;
  /** Why it failed; null when it did not. */
  error: string | null;
}

export interface OpenLoadOptions<Kind> {
  perSecond: number;
  seconds: number;
  /** Sends one request and reads its answer. @returns its kind and why it failed. */
  send(): Promise<{ kind: Kind; error: string | null }>;
}

/** Longest sleep of the scheduler, so that it starts what became due while the machine was busy. */
const TICK_MS = 5;

/**
 * Sends requests at random moments (Poisson arrivals) of a mean rate, however long answers take.
 * @returns every outcome, when the last answer is there.
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
 * The same requests one after the other in lanes.
 * @returns how many were answered a second; one that outlasts the time counts for nothing, and does not stretch it.
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

/** Looks several times, and believes the middle one: a machine has other things to do at moments. */
export async function mostAnswered(
  { lanes, seconds, looks }: { lanes: number; seconds: number; looks: number },
  send: () => Promise<unknown>,
): Promise<{ perSecond: number; looked: readonly number[] }> {
  const looked: number[] = [];
  for (let look = 0; look < looks; look++) looked.push(await closedLoad(lanes, seconds / looks, send));
  return { perSecond: looked.toSorted((a, b) => a - b)[Math.floor(looks / 2)] ?? 0, looked };
}
