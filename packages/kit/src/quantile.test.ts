import { expect, test } from 'bun:test';
import { median, quantile } from './quantile.ts';

test.each([
  [[3, 1, 2], 0.5, 2],
  [[4, 1, 2, 3], 0.5, 2.5],
  [[10, 20, 30, 40], 0.25, 17.5],
  [[10, 20, 30, 40], 1, 40],
  [[7], 0.33, 7],
])('quantile of %p at %p is %p', (values, share, expected) => {
  expect(quantile(values, share)).toBe(expected);
});

test('the median of an empty list is NaN', () => expect(median([])).toBeNaN());
