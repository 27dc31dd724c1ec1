import type { Clock } from '@plat/kit';

/** A clock that stands still until a test moves it. */
export interface FixedClock extends Clock {
  advance(ms: number): void;
  set(iso: string): void;
}

/** @param iso initial time, such as `2026-03-01T12:00:00Z`; a bare date means midnight UTC. */
export function fixedClock(iso: string): FixedClock {
  const parse = (text: string): number => {
    const ms = Date.parse(text);
    if (Number.isNaN(ms)) throw new RangeError(`not an instant: ${text}`);
    return ms;
  };
  let nowMs = parse(iso);
  return {
    nowMs: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
    set: (text) => {
      nowMs = parse(text);
    },
  };
}
