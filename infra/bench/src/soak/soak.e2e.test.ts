import { expect, test } from 'bun:test';
import { failuresOf, soakReport } from './report.ts';
import { runSoak, type SoakResult } from './run-soak.ts';

const SECONDS = 20;
const PER_SECOND = 40;
const MB = 1024 * 1024;
/** A run this short is still warming up. It detects a flood; the run of ten minutes detects a leak. */
const MAX_GROWTH_BYTES = 150 * MB;
const SLOW_MS = 240_000;

test(
  'a mixed load has no errors, correct counts and stable memory',
  async () => {
    const result = await runSoak({ seconds: SECONDS, perSecond: PER_SECOND, parcels: 1_000, tell: () => {} });
    expect(failuresOf(result, MAX_GROWTH_BYTES)).toEqual([]);
    expect(result.outcomes.length).toBeGreaterThan((SECONDS * PER_SECOND) / 2);
    expect(soakReport(result)).toContain('| autocomplete | ');
  },
  SLOW_MS,
);

test('errors, growth, wrong counters and missing webhooks fail a run', () => {
  const memory = { startBytes: 0, middleBytes: 0, endBytes: 0, grownBytes: 70 * MB, bytesPerMinute: 0 };
  const result: SoakResult = {
    perSecond: 1,
    seconds: 1,
    accepted: 2,
    unfinished: 1,
    isUsageRight: false,
    complaints: '',
    loadAverages: ['1.0', '1.0'],
    outcomes: [{ kind: 'analytics', latencyMs: 1, error: '500 INTERNAL: Internal error' }],
    memory: { Plat: memory, PostgreSQL: memory, 'PostgreSQL, shared buffers': memory },
  };
  expect(failuresOf(result, 64 * MB)).toHaveLength(5);
  expect(failuresOf({ ...result, outcomes: [], unfinished: 0, isUsageRight: true }, 80 * MB)).toEqual([]);
});
