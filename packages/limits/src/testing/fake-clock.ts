import type { LimiterClock } from '../index.ts';

const START_MS = Date.UTC(2026, 0, 31, 23, 59, 30);

/** A clock that tests set by hand. */
export class FakeClock implements LimiterClock {
  constructor(public ms = START_MS) {}
  nowMs = () => this.ms;
}
