import { describe, expect, test } from 'bun:test';
import type { InvestorDeal } from '@plat/dataset';
import fc from 'fast-check';
import { AS_OF, exampleBuyer, exampleDeal, SUBJECT } from './examples.fixture.ts';
import { MATCH_THRESHOLD, MATCH_WEIGHTS, STARTING_WEIGHTS } from './match-weights.ts';
import { byRank, isSmartMatch, matchContext, matchScore, smartMatchSeats, weigh } from './smart-match.ts';

const SEARCH = { subject: SUBJECT, radiusMiles: 2, asOf: AS_OF };

describe('the score of a match', () => {
  test.each([
    ['that it starts from', STARTING_WEIGHTS],
    ['in force', MATCH_WEIGHTS],
  ])('has weights %s that sum to one, none below zero', (_, weights) => {
    expect(Object.values(weights).reduce((sum: number, weight: number) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(Math.min(...Object.values(weights))).toBeGreaterThanOrEqual(0);
  });

  test('is 1 for a similar house next door bought today by a reliable buyer of ten', () => {
    const ten = Array.from({ length: 10 }, (_, index) => exampleDeal({ dealId: index }));
    const unvalued = { ...SEARCH, subject: { ...SUBJECT, estimatedValue: null } };
    expect(matchScore(exampleDeal(), matchContext(unvalued, ten))).toBeCloseTo(1, 12);
  });

  test('is the weighted sum of its parts', () => {
    const parts = { distance: 0.1, recency: 0.2, similarity: 0.3, activity: 0.4, reliability: 0.5 };
    // .25 * .1 + .20 * .2 + .25 * .3 + .20 * .4 + .10 * .5
    expect(weigh(parts, STARTING_WEIGHTS)).toBeCloseTo(0.27, 12);
  });

  test('rises with nearby deals of the buyer, not of others', () => {
    const other = exampleDeal({ dealId: 2, buyer: exampleBuyer({ buyerId: 2 }) });
    const score = (...more: InvestorDeal[]) =>
      matchScore(exampleDeal(), matchContext(SEARCH, [exampleDeal(), ...more]));
    expect(score(exampleDeal({ dealId: 2 }))).toBeGreaterThan(score());
    expect(score(other)).toBe(score());
  });

  test('stays between 0 and 1 for any deals', () => {
    const amount = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: null });
    const deal = fc.record({
      distanceMiles: fc.double({ min: 0, max: 10, noNaN: true }),
      eventDate: fc.constantFrom('2021-07-01', '2026-06-30', '2027-01-01'),
      bedrooms: amount,
      bathrooms: amount,
      livingSquareFeet: amount,
      purchasePrice: amount,
      buyer: fc.record({ reliability: fc.float({ min: -1, max: 2, noNaN: true }) }).map(exampleBuyer),
    });
    fc.assert(
      fc.property(fc.array(deal, { minLength: 1, maxLength: 20 }), (changes) => {
        const deals = changes.map(exampleDeal);
        const context = matchContext({ ...SEARCH, radiusMiles: 0.1 }, deals);
        for (const score of deals.map((one) => matchScore(one, context))) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1 + 1e-12);
        }
      }),
    );
  });
});

describe('the order of the ranks', () => {
  const at = (dealId: number, score: number, distanceMiles: number, eventDate: string) => ({
    score,
    deal: exampleDeal({ dealId, distanceMiles, eventDate }),
  });
  const inOrder = [
    at(9, 0.9, 2, '2025-01-01'),
    at(8, 0.5, 0.1, '2025-01-01'),
    at(7, 0.5, 0.10000001, '2026-01-01'),
    at(5, 0.5, 0.10000001, '2025-12-31'),
    at(6, 0.5, 0.10000001, '2025-12-31'),
  ];

  test('is score, unrounded distance, later event, then id, in any input order', () => {
    const ids = inOrder.map(({ deal }) => deal.dealId);
    fc.assert(
      fc.property(fc.shuffledSubarray(inOrder, { minLength: 5 }), (shuffled) => {
        expect(shuffled.sort(byRank).map(({ deal }) => deal.dealId)).toEqual(ids);
      }),
    );
  });

  test('never calls two different deals equal', () => {
    for (const a of inOrder) for (const b of inOrder) expect(byRank(a, b) === 0).toBe(a === b);
  });
});

describe('smart matches', () => {
  test.each([
    [0, 3],
    [1, 3],
    [15, 3],
    [16, 4], // ceil(3.2)
    [100, 20],
    [124, 25],
    [500, 25],
  ])('among %p results may be %p', (results, seats) => {
    expect(smartMatchSeats(results)).toBe(seats);
  });

  test('need both the score and the rank', () => {
    expect(isSmartMatch(MATCH_THRESHOLD, 3, 10)).toBe(true);
    expect(isSmartMatch(MATCH_THRESHOLD - 0.0001, 1, 10)).toBe(false);
    expect(isSmartMatch(0.99, 4, 10)).toBe(false);
  });
});
