import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { shareOut } from './share-out.ts';

const of = (flippers: number, landlords: number, weight: number) => shareOut({ flippers, landlords }, weight, 100);

describe('number of results of each buyer type', () => {
  test.each<[string, [number, number, number], [number, number]]>([
    ['half of a hundred', [300, 300, 0.5], [50, 50]],
    ['half of an odd number, rounded up', [30, 31, 0.5], [30, 31]],
    ['0.145 of a hundred, rounded half-up', [300, 300, 0.145], [15, 85]],
    ['landlords fill up missing flippers', [10, 300, 0.5], [10, 90]],
    ['flippers fill up missing landlords', [300, 10, 0.5], [90, 10]],
    ['a weight near 0 still fills up', [300, 10, 0.001], [90, 10]],
    ['only flippers at 1, however few', [3, 300, 1], [3, 0]],
    ['only landlords at 0, however few', [300, 3, 0], [0, 3]],
    ['nothing of nothing', [0, 0, 0.5], [0, 0]],
  ])('%s', (_, [flippers, landlords, weight], shown) => {
    expect(of(flippers, landlords, weight)).toEqual({ flippers: shown[0], landlords: shown[1] });
  });

  test('never exceeds the supply, and for weights between 0 and 1 fills all places', () => {
    const count = fc.integer({ min: 0, max: 250 });
    const weights = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(count, count, weights, (flippers, landlords, weight) => {
        const shown = of(flippers, landlords, weight);
        expect(shown.flippers).toBeLessThanOrEqual(flippers);
        expect(shown.landlords).toBeLessThanOrEqual(landlords);
        if (weight > 0 && weight < 1) {
          const whole = Math.min(100, flippers + landlords);
          expect(shown.flippers + shown.landlords).toBe(whole);
          if (flippers >= whole && landlords >= whole)
            expect(Math.abs(shown.flippers - weight * whole)).toBeLessThanOrEqual(0.5 + 1e-9);
        }
      }),
    );
  });
});
