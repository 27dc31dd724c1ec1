import { expect, test } from 'bun:test';
import { failuresOf, soakReport } from './report.ts';
import { runSoak, type SoakResult } from './run-soak.ts';

const SECONDS = 20;
const PER_SECOND = 40;
const MB = 1024 * 1024;
/** In so short a run the process still warms up: this finds a flood, and the run of ten minutes a leak. */
const MOST_GROWN_BYTES = 150 * MB;
const SLOW_MS = 240_000;

test(
  'a mixed load is answered without an error, counted as it is answered, and leaves memory as it was',
  async () => {
    const result = await runSoak({ seconds: SECONDS, perSecond: PER_SECOND, parcels: 1_000, tell: () => {} });
    expect(failuresOf(result, MOST_GROWN_BYTES)).toEqual([]);
    expect(result.outcomes.length).toBeGreaterThan((SECONDS * PER_SECOND) / 2);
    expect(soakReport(result)).toContain('| autocomplete | ');
  },
  SLOW_MS,
);

test('errors, growth, wrong counters and what was not told fail a run', () => {
  const memory = { startBytes: 0, middleBytes: 0, endBytes: 0, grownBytes: 70 * MB, bytesPerMinute: 0 };
  const result: SoakResult = {
    ...{ perSecond: 1, seconds: 1, accepted: 2, unfinished: 1, isUsageRight: false, complaints: '' },
    loadAverages: ['1.0', '1.0'],
    outcomes: [{ kind: 'analytics', latencyMs: 1, error: '500 INTERNAL: Internal error' }],
    memory: { Plat: memory, PostgreSQL: memory, 'PostgreSQL, shared buffers': memory },
  };
  expect(failuresOf(result, 64 * MB)).toHaveLength(5);
  expect(failuresOf({ ...result, outcomes: [], unfinished: 0, isUsageRight: true }, 80 * MB)).toEqual([]);
});
