import { describe, expect, test } from 'bun:test';
import type { BuyerType } from '@plat/contracts';
import fc from 'fast-check';
import { exampleBuyer, exampleDeal } from '../../search/domain/examples.fixture.ts';
import { byRank, type ScoredDeal } from '../../search/domain/smart-match.ts';
import { hasEnough, oneDealPerBuyer, pickBuyersByType } from './pick-buyers-by-type.ts';

const scored = (dealId: number, buyerId: number, buyerType: BuyerType, score: number): ScoredDeal => ({
  deal: exampleDeal({ dealId, buyerType, buyer: exampleBuyer({ buyerId }) }),
  score,
});
const ids = (deals: readonly ScoredDeal[]) => deals.map(({ deal }) => deal.dealId);

describe('buyers of a search of the earlier API', () => {
  const shares = (flipperWeight: number, targetResultCount: number) => ({ flipperWeight, targetResultCount });

  test('have one deal each, the best, also for buyers who flip and rent out', () => {
    const deals = [scored(1, 1, 'flipper', 0.2), scored(2, 1, 'landlord', 0.9), scored(3, 2, 'flipper', 0.5)];
    expect(ids(oneDealPerBuyer(deals, shares(0.5, 2)))).toEqual([2, 3]);
  });

  test('who act both ways represent the type that lacks buyers', () => {
    const both = [1, 2, 3].flatMap((id) => [
      scored(id, id, 'landlord', 1 - id / 10),
      scored(10 + id, id, 'flipper', 0.5 - id / 10),
    ]);
    expect(ids(oneDealPerBuyer(both, shares(0.5, 2)))).toEqual([2, 3, 11]);
    expect(ids(oneDealPerBuyer(both, shares(0.67, 3)))).toEqual([3, 11, 12]);
    expect(ids(oneDealPerBuyer(both, shares(0, 3)))).toEqual([1, 2, 3]);
  });

  test('are the best of each type, in rank order', () => {
    const buyers = [1, 2, 3, 4].map((id) => scored(id, id, id < 4 ? 'landlord' : 'flipper', 1 - id / 10));
    expect(ids(pickBuyersByType(buyers, shares(0.5, 2)))).toEqual([1, 4]);
    expect(ids(pickBuyersByType(buyers, shares(0, 2)))).toEqual([1, 2]);
    expect(ids(pickBuyersByType(buyers, shares(1, 2)))).toEqual([4]);
  });

  test('are enough only when both types have their shares', () => {
    const buyers = [1, 2, 3, 4].map((id) => scored(id, id, id < 4 ? 'landlord' : 'flipper', 1 - id / 10));
    expect([hasEnough(buyers, shares(0.5, 2)), hasEnough(buyers, shares(0.5, 4))]).toEqual([true, false]);
    expect([hasEnough(buyers, shares(0, 3)), hasEnough(buyers, shares(1, 2))]).toEqual([true, false]);
  });

  const deal = fc.record({
    buyerId: fc.integer({ min: 1, max: 20 }),
    buyerType: fc.constantFrom<BuyerType>('flipper', 'landlord'),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  test('never repeat a buyer, never exceed the target, and fill it between the strict weights', () => {
    fc.assert(
      fc.property(
        fc.array(deal, { maxLength: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 30 }),
        (deals, weight, limit) => {
          const all = deals.map(({ buyerId, buyerType, score }, index) => scored(index, buyerId, buyerType, score));
          const asked = shares(weight, limit);
          const best = oneDealPerBuyer(all, asked);
          const picked = pickBuyersByType(best, asked);
          const buyers = picked.map(({ deal: { buyer } }) => buyer.buyerId);
          expect(new Set(buyers).size).toBe(buyers.length);
          expect(picked).toEqual([...picked].sort(byRank));
          const share = picked.filter(({ deal: { buyerType } }) => buyerType === 'flipper').length / limit;
          if (hasEnough(best, asked)) expect(Math.abs(share - weight)).toBeLessThanOrEqual(0.5 / limit + 1e-9);
          if (weight > 0 && weight < 1) expect(picked.length).toBe(Math.min(limit, best.length));
          else expect(picked.length).toBeLessThanOrEqual(limit);
          const wrongType = picked.filter(
            ({ deal: { buyerType } }) => buyerType === (weight === 1 ? 'landlord' : 'flipper'),
          );
          if (weight === 0 || weight === 1) expect(wrongType).toEqual([]);
        },
      ),
    );
  });
});
