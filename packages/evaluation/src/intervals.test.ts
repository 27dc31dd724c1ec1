import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { groupedShareFigure } from './figures.ts';
import { bootstrapIntervals, wilsonInterval } from './intervals.ts';

describe("Wilson's interval", () => {
  test.each([
    // Newcombe (1998), table I, method 3.
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i', (hits, n, low, high) => {
    const interval = wilsonInterval(hits, n);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test('contains the share and stays between 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (hits, misses) => {
        const { low, high } = wilsonInterval(hits, hits + misses);
        const share = hits + misses === 0 ? 0.5 : hits / (hits + misses);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(share).toBeWithin(low - 1e-9, high + 1e-9);
      }),
    );
  });
});

describe('the bootstrap', () => {
  const mean = (drawn: readonly number[]) => ({ mean: drawn.reduce((sum, one) => sum + one, 0) / drawn.length });
  const alternating = (count: number) => Array.from({ length: count }, (_, at) => at % 2);

  test('gives the same sample the same interval', () => {
    expect(bootstrapIntervals(alternating(50), mean)).toEqual(bootstrapIntervals(alternating(50), mean));
  });

  test('agrees with the normal interval of a mean', () => {
    const { low, high } = bootstrapIntervals(alternating(400), mean).mean;
    expect(low).toBeCloseTo(0.5 - 1.96 * 0.025, 1);
    expect(high).toBeCloseTo(0.5 + 1.96 * 0.025, 1);
    expect(high - low).toBeWithin(0.08, 0.12);
  });

  test('is wider when records come in groups that are alike', () => {
    const groups = Array.from({ length: 20 }, (_, at) => ({ hits: at % 2 === 0 ? 20 : 0, n: 20 }));
    const { interval, value, n } = groupedShareFigure('alike', groups);
    const single = wilsonInterval(200, 400);
    expect([value, n]).toEqual([0.5, 400]);
    expect(interval!.high - interval!.low).toBeGreaterThan(3 * (single.high - single.low));
  });
});
