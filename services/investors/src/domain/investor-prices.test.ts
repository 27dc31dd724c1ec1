import { expect, test } from 'bun:test';
import { exampleDeal, SUBJECT } from './examples.fixture.ts';
import { expectInvestorPrices } from './investor-prices.ts';

const landlordsPaying = (...perSquareFoot: number[]) =>
  perSquareFoot.map((dollars) => exampleDeal({ purchasePrice: dollars * 1000, livingSquareFeet: 1000 }));

test('investors are expected to pay the median price per square foot times the size', () => {
  expect(expectInvestorPrices(SUBJECT, landlordsPaying(100, 300, 200, 900, 50))).toEqual({
    flipper: null,
    landlord: 300_000,
  });
  expect(expectInvestorPrices(SUBJECT, landlordsPaying(100, 300, 200, 900, 50, 250)).landlord).toBe(225 * 1500);
});

test.each([
  ['fewer than five priced deals', SUBJECT, landlordsPaying(1, 2, 3, 4)],
  ['an unknown size of the subject', { ...SUBJECT, livingSquareFeet: null }, landlordsPaying(1, 2, 3, 4, 5)],
  [
    'deals of other property types only',
    { ...SUBJECT, propertyType: 'CONDO' as const },
    landlordsPaying(1, 2, 3, 4, 5),
  ],
  ['deals without a price', SUBJECT, landlordsPaying(1, 2, 3, 4, 5).map((deal) => ({ ...deal, purchasePrice: null }))],
])('nothing is expected from %s', (_, subject, deals) => {
  expect(expectInvestorPrices(subject, deals)).toEqual({ flipper: null, landlord: null });
});
