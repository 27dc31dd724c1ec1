import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { valuationMetrics } from './valuation-metrics.ts';

const sale = (price: number, value: number) => ({ price, value, valueLow: value * 0.9, valueHigh: value * 1.1 });

test('computes the ratio statistics of the IAAO standard', () => {
  // Ratios 0.8, 0.91, 1, 1.09, 1.2: median 1, mean distance 0.116.
  const sales = [80, 91, 100, 109, 120].map((value) => sale(100_000, value * 1_000));
  expect(valuationMetrics(sales)).toMatchObject({
    sample_size: 5,
    mdape: 9,
    median_ratio: 1,
    cod: 11.6,
    prd: 1,
    within_5_percent: 0.2,
    within_10_percent: 0.6,
    within_20_percent: 1,
    range_coverage: 0.6,
  });
});

test('raises PRD and lowers PRB for undervalued expensive homes', () => {
  const { prd, prb } = valuationMetrics([sale(100_000, 110_000), sale(200_000, 200_000), sale(400_000, 360_000)]);
  expect(prd).toBeCloseTo(1 / (670 / 700), 3);
  expect(prb).toBeLessThan(-0.08);
});

test('finds no error in perfect values', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 10_000, max: 9_000_000 }), { minLength: 1, maxLength: 50 }), (prices) => {
      const metrics = valuationMetrics(prices.map((price) => sale(price, price)));
      expect(metrics).toMatchObject({ mdape: 0, within_5_percent: 1, median_ratio: 1, cod: 0, range_coverage: 1 });
      expect(metrics.prd).toBeCloseTo(1, 4);
      expect(metrics.prb).toBeCloseTo(0, 4);
    }),
  );
});
