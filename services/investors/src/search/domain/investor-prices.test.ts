import { expect, test } from 'bun:test';
import { exampleDeal, SUBJECT } from './examples.fixture.ts';
import { expectInvestorPrices } from './investor-prices.ts';

const landlordsPaying = (...percentOfValue: number[]) =>
  percentOfValue.map((percent) => exampleDeal({ purchasePrice: percent * 1000, estimatedValue: 100_000 }));

test('expects the median ratio of price to value paid nearby', () => {
  expect(expectInvestorPrices(SUBJECT, landlordsPaying(80, 120, 70))).toEqual({ flipper: null, landlord: 320_000 });
  expect(expectInvestorPrices(SUBJECT, landlordsPaying(80, 120, 70, 60)).landlord).toBe(300_000);
});

test('computes a ratio for each buyer type', () => {
  const flippers = landlordsPaying(50, 60, 70).map((deal) => ({ ...deal, buyerType: 'flipper' as const }));
  expect(expectInvestorPrices(SUBJECT, [...flippers, ...landlordsPaying(90, 90, 90)])).toEqual({
    flipper: 240_000,
    landlord: 360_000,
  });
});

test.each([
  ['fewer than three deals with price and value', SUBJECT, landlordsPaying(80, 90)],
  ['an unknown value of the subject', { ...SUBJECT, estimatedValue: null }, landlordsPaying(80, 90, 70)],
  ['deals without a price', SUBJECT, landlordsPaying(80, 90, 70).map((deal) => ({ ...deal, purchasePrice: null }))],
  ['deals without a value', SUBJECT, landlordsPaying(80, 90, 70).map((deal) => ({ ...deal, estimatedValue: null }))],
])('nothing is expected from %s', (_, subject, deals) => {
  expect(expectInvestorPrices(subject, deals)).toEqual({ flipper: null, landlord: null });
});
