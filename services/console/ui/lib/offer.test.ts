import { expect, test } from 'bun:test';
import { maximumOffer } from './offer.ts';

const arv = { value: 478_741, value_low: 422_445, value_high: 545_561 };

test('subtracts repairs and fee from the share of the value after repair', () => {
  expect(maximumOffer(arv, { repairs: 40_000, fee: 10_000, rule: 70 })).toEqual({
    value: 285_119,
    value_low: 245_712,
    value_high: 331_893,
  });
});

test('is never below 0', () => {
  expect(maximumOffer(arv, { repairs: 400_000, fee: 0, rule: 65 }).value).toBe(0);
});
