/** Counts until it is disposed of. */
export interface Stopwatch extends Disposable {
  elapsedMs(): number;
}

const TICK_MS = 10;
const LONGEST_TICK_MS = 50;

/**
 * Measures how long something is waited for. A moment in which the machine lets this process do nothing counts as a tick,
 * for it says nothing about what is waited for. Not for what keeps this process busy itself.
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
