import { expect, test } from 'bun:test';
import { confidenceScore, errorRanges, rangeFor } from './error-ranges.ts';

const errors = (count: number, county: string | null, propertyType: string, size: number) =>
  Array.from({ length: count }, (_, at) => ({
    county,
    propertyType,
    scale: 2,
    error: (at % 2 ? size : -size) * ((at + 1) / count),
  }));

const RANGES = errorRanges([
  ...errors(200, 'Big', 'SFR', 0.2),
  ...errors(20, 'Small', 'SFR', 0.4),
  ...errors(30, 'Big', 'CONDO', 0.6),
]);

test('gives a range that holds 85 % of forward errors of its county and type', () => {
  const range = rangeFor(RANGES, 'Big', 'SFR');
  expect(range).toMatchObject({ county: 'Big', propertyType: 'SFR', errors: 200 });
  // ceil(201 * 0.85) = 171st of errors that grow evenly to 0.2.
  // Divided by a scale of 2.
  expect(range.scaledHalfWidth).toBeCloseTo(0.171 / 2, 6);
});

test('uses the range of the type for counties with few errors, then that of the region', () => {
  expect(rangeFor(RANGES, 'Small', 'SFR')).toMatchObject({ county: null, propertyType: 'SFR', errors: 220 });
  expect(rangeFor(RANGES, null, 'SFR')).toMatchObject({ county: null, propertyType: 'SFR' });
  expect(rangeFor(RANGES, 'Big', 'CONDO')).toMatchObject({ county: null, propertyType: null, errors: 250 });
});

test('gives no range with too few errors', () => {
  expect(errorRanges(errors(49, 'Big', 'SFR', 0.1))).toEqual([]);
});

test('ignores outliers in the deviation, and lowers confidence with it', () => {
  const wild = [...errors(200, 'Big', 'SFR', 0.1), { county: 'Big', propertyType: 'SFR', scale: 2, error: 9 }];
  expect(rangeFor(errorRanges(wild), 'Big', 'SFR').scaledFsd).toBeCloseTo((1.4826 * 0.05) / 2, 2);
  expect([0, 0.1, 0.4, 3].map(confidenceScore)).toEqual([100, 75, 0, 0]);
});
