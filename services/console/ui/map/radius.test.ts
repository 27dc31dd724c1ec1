import { expect, test } from 'bun:test';
import { radiusAfterKey, radiusText, snapRadius } from './radius.ts';

test.each([
  [0, 0.1],
  [0.23, 0.2],
  [2.96, 3],
  [4.2, 4],
  [9.8, 10],
  [90, 10],
])('snaps %d to %d miles', (dragged, snapped) => expect(snapRadius(dragged)).toBe(snapped));

test.each([
  [2, 'ArrowRight', 2.1],
  [2, 'ArrowDown', 1.9],
  [3, 'ArrowUp', 3.5],
  [3, 'ArrowLeft', 2.9],
  [10, 'ArrowLeft', 9.5],
  [2, 'PageUp', 2.5],
  [0.1, 'ArrowLeft', 0.1],
  [5, 'Home', 0.1],
  [5, 'End', 10],
  [5, 'a', null],
])('from %d miles %s goes to %p', (miles, key, next) => expect(radiusAfterKey(miles, key)).toBe(next));

test('says one mile and several miles', () => {
  expect([radiusText(1), radiusText(2.5)]).toEqual(['1 mile', '2.5 miles']);
});
