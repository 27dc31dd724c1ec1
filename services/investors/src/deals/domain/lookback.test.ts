import { expect, test } from 'bun:test';
import { windowEndOn } from '@plat/dataset';
import { lookbackStart } from './lookback.ts';

test.each([
  ['2026-06-30', 2, '2024-06-30'], // 730 days, floor(730.5)
  ['2026-06-30', 0.25, '2026-03-31'], // 91 days
  ['2026-06-30', 1, '2025-06-30'], // 365 days
  ['2024-03-01', 1, '2023-03-02'], // 365 days over a leap day
  ['2026-06-30', 5, '2021-06-30'], // 1826 days over one leap day
  ['2026-01-01', 0.001, '2026-01-01'], // less than a day
])('%s looks back %p years to %s', (asOf, years, start) => {
  expect(lookbackStart(windowEndOn(asOf), years)).toBe(start);
});
