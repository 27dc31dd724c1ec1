import { describe, expect, test } from 'bun:test';
import { windowEndOn } from '@plat/dataset';
import type { PropertyValue } from '@plat/value-model';
import fc from 'fast-check';
import type { ArvEstimate } from './after-repair-value.ts';
import { investorsPaid } from './investors-paid.ts';
import { confidenceOf, middleOffer, offerUnder } from './offers.ts';

const arv = (changes: Partial<ArvEstimate> = {}): ArvEstimate => ({
  value: 300_000,
  valueLow: 270_000,
  valueHigh: 330_000,
  compCount: 5,
  method: 'flip_resales',
  floor: null,
  ...changes,
});

describe('the maximum offer', () => {
  test('is a share of the after repair value minus repairs and fee', () => {
    expect(offerUnder(0.7, arv(), 50_000)).toEqual({
      rule: 0.7,
      maximum_offer: 160_000,
      maximum_offer_low: 139_000,
      maximum_offer_high: 181_000,
    });
  });

  test('uses the unrounded value and rounds half up', () => {
    // 0.65 * 100,000.7 = 65,000.455; with the rounded value it would be 65,000.65 and round to 65,001.
    expect(offerUnder(0.65, arv({ value: 100_000.7 }), 0).maximum_offer).toBe(65_000);
    // 0.5 * 100,001 = 50,000.5
    expect(offerUnder(0.5, arv({ value: 100_001 }), 0).maximum_offer).toBe(50_001);
  });

  test('is never below 0', () => {
    expect(offerUnder(0.65, arv(), 1_000_000)).toMatchObject({
      maximum_offer: 0,
      maximum_offer_low: 0,
      maximum_offer_high: 0,
    });
  });

  test('lies within its range, falls with costs and rises with the rule', () => {
    const dollars = fc.double({ min: 0, max: 10_000_000, noNaN: true });
    const rule = fc.double({ min: 0.01, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(dollars, { minLength: 3, maxLength: 3 }),
        dollars,
        dollars,
        rule,
        rule,
        (values, a, b, r, q) => {
          const [valueLow = 0, value = 0, valueHigh = 0] = [...values].sort((x, y) => x - y);
          const estimate = arv({ value, valueLow, valueHigh });
          const offer = offerUnder(Math.max(r, q), estimate, Math.min(a, b));
          expect(offer.maximum_offer_low).toBeLessThanOrEqual(offer.maximum_offer);
          expect(offer.maximum_offer).toBeLessThanOrEqual(offer.maximum_offer_high);
          expect(offerUnder(Math.min(r, q), estimate, Math.max(a, b)).maximum_offer).toBeLessThanOrEqual(
            offer.maximum_offer,
          );
        },
      ),
    );
  });
});

test.each([
  [[0.7], 210_000],
  [[0.75, 0.65, 0.7], 210_000],
  [[0.8, 0.6, 0.7, 0.5], 180_000],
])('uses the middle of rules %p, the lower one of two', (rules, offer) => {
  expect(middleOffer(rules.map((rule) => offerUnder(rule, arv(), 0)))).toBe(offer);
});

describe('prices paid by investors', () => {
  const flip = (purchasePrice: number | null, salePrice: number, livingSquareFeet: number | null = 1000) => ({
    purchasePrice,
    salePrice,
    livingSquareFeet,
  });

  test('are a share of the resale price, with percentiles', () => {
    // Shares 0.5, 0.6, 0.7 and 0.8: positions 0.99, 1.5 and 2.01 of 0 to 3.
    const flips = [flip(80_000, 100_000), flip(50_000, 100_000, null), flip(70_000, 100_000), flip(120_000, 200_000)];
    expect(investorsPaid(flips)).toEqual({
      count: 4,
      median_share_of_resale: 0.65,
      p33: 0.599,
      p67: 0.701,
      median_price_per_square_foot: 80,
    });
  });

  test('are null without a flip that has both prices', () => {
    expect(investorsPaid([])).toBeNull();
    expect(investorsPaid([flip(null, 100_000)])).toBeNull();
  });

  test('have no price per square foot without a living area', () => {
    expect(investorsPaid([flip(50_000, 100_000, null)])?.median_price_per_square_foot).toBeNull();
  });
});

describe('confidence in the values', () => {
  const asIs = (confidenceScore: number): PropertyValue => ({
    value: 200_000,
    valueLow: 180_000,
    valueHigh: 220_000,
    fsd: 0.1,
    confidenceScore,
    confidenceLevel: 0.85,
    asOf: windowEndOn('2026-06-30'),
    modelVersion: 'm',
  });

  test.each([
    ['low', null, {}],
    ['low', 49, {}],
    ['low', 90, { valueLow: 200_000, valueHigh: 360_000 }],
    ['medium', 74, {}],
    ['medium', 90, { method: 'as_is_floor' as const }],
    ['high', 75, {}],
  ])('is %s at a score of %p with %p', (expected, score, changes) => {
    expect(confidenceOf(score === null ? null : asIs(score), arv(changes))).toBe(expected as never);
  });
});
