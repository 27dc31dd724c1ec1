import { expect, test } from 'bun:test';
import { median, quantile, round } from './statistics.ts';

test.each([
  [[3, 1, 2], 0.5, 2],
  [[4, 1, 2, 3], 0.5, 2.5],
  [[10, 20, 30, 40], 0.25, 17.5],
  [[10, 20, 30, 40], 1, 40],
  [[7], 0.33, 7],
])('quantile of %p at %p is %p', (values, share, expected) => {
  expect(quantile(values, share)).toBe(expected);
});

test('the median of nothing is no number', () => expect(median([])).toBeNaN());

test.each([
  [1.005, 2, 1.01],
  [0.004999, 2, 0],
  [2.5, 0, 3],
  [-449_999.6, 0, -450_000],
])('%p rounded to %p decimals is %p', (value, decimals, expected) => {
  expect(round(value, decimals)).toBe(expected);
});
