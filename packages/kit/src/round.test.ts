import { expect, test } from 'bun:test';
import { round } from './round.ts';

test.each([
  [1.005, 2, 1.01],
  [0.004999, 2, 0],
  [2.5, 0, 3],
  [-449_999.6, 0, -450_000],
  [100 * 0.145, 0, 15],
])('%p rounded to %p decimals is %p', (value, decimals, expected) => {
  expect(round(value, decimals)).toBe(expected);
});
