/** Runs until disposed. */
export interface Stopwatch extends Disposable {
  elapsedMs(): number;
}

const TICK_MS = 10;
const LONGEST_TICK_MS = 50;

/**
 * Measures how long a test waits for something. A moment in which the machine starves this process counts as one
 * tick, because it says nothing about the thing awaited. Do not use it for work that keeps this process busy.
 */
export function startStopwatch(): Stopwatch {
  let elapsedMs = 0;
  let lookedMs = performance.now();
  const look = () => {
    const nowMs = performance.now();
    elapsedMs += Math.min(nowMs - lookedMs, LONGEST_TICK_MS);
    lookedMs = nowMs;
  };
  const timer = setInterval(look, TICK_MS);
  return {
    elapsedMs: () => {
      look();
      return elapsedMs;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
