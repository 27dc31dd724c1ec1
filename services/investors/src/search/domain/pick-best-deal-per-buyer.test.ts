import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { exampleBuyer, exampleDeal } from './examples.fixture.ts';
import { pickBestDealPerBuyer } from './pick-best-deal-per-buyer.ts';

const scored = (dealId: number, buyerId: number, buyerType: 'flipper' | 'landlord', score: number) => ({
  score,
  deal: exampleDeal({ dealId, buyerType, buyer: exampleBuyer({ buyerId }) }),
});

test('picks the better deal of a buyer once per buyer type', () => {
  const deals = [
    scored(1, 7, 'flipper', 0.4),
    scored(2, 7, 'flipper', 0.7),
    scored(3, 7, 'landlord', 0.6),
    scored(4, 7, 'landlord', 0.2),
    scored(5, 8, 'landlord', 0.65),
  ];
  expect(pickBestDealPerBuyer(deals).map(({ deal }) => deal.dealId)).toEqual([2, 5, 3]);
});

test('picks the same deals in any order', () => {
  const deal = fc.tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.constantFrom('flipper' as const, 'landlord' as const),
    fc.constantFrom(0.1, 0.5),
  );
  fc.assert(
    fc.property(
      fc.array(deal, { maxLength: 12 }).chain((rows) => {
        const deals = rows.map(([buyerId, type, score], index) => scored(index, buyerId, type, score));
        return fc.tuple(fc.constant(deals), fc.shuffledSubarray(deals, { minLength: deals.length }));
      }),
      ([deals, shuffled]) => {
        const picked = pickBestDealPerBuyer(deals);
        expect(pickBestDealPerBuyer(shuffled)).toEqual(picked);
        const keys = picked.map(({ deal }) => `${deal.buyer.buyerId}/${deal.buyerType}`);
        expect(new Set(keys).size).toBe(keys.length);
      },
    ),
  );
});
