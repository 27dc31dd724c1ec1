import { expect, test } from 'bun:test';
import { roundToHundredths } from './round.ts';

test.each([
  [0, 0],
  [1.005, 1.01],
  [2.675, 2.68],
  [0.004999, 0],
  [0.005, 0.01],
  [1.994999, 1.99],
  [9.995, 10],
  [2.0000000001, 2],
])('%p becomes %p, halves going up', (value, rounded) => {
  expect(roundToHundredths(value)).toBe(rounded);
});
