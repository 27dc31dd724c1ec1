import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { NearbyDeal } from './deal.ts';
import { AS_OF, exampleBuyer, exampleDeal, SUBJECT } from './examples.fixture.ts';
import {
  activity,
  byRank,
  isSmartMatch,
  MATCH_WEIGHTS,
  type MatchContext,
  matchScore,
  similarity,
  smartMatchSeats,
} from './smart-match.ts';

const NO_PRICES = { flipper: null, landlord: null };
const context = (changes: Partial<MatchContext> = {}): MatchContext => ({
  subject: SUBJECT,
  radiusMiles: 2,
  asOf: AS_OF,
  prices: NO_PRICES,
  dealsOfBuyer: new Map([[1, 10]]),
  ...changes,
});

describe('the score of C.7', () => {
  test('has weights that sum to one', () => {
    expect(Object.values(MATCH_WEIGHTS).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
  });

  test('is 1 for a like house next door bought today by a reliable buyer of ten', () => {
    expect(matchScore(exampleDeal(), context())).toBeCloseTo(1, 12);
  });

  test.each<[string, Partial<NearbyDeal>, Partial<MatchContext>, number]>([
    // .25 * exp(-1 / (.5 * 2)) instead of .25
    ['one mile away at radius 2', { distanceMiles: 1 }, {}, 0.75 + 0.25 * Math.exp(-1)],
    // .20 * .5 instead of .20
    ['bought 365 days ago', { eventDate: '2025-06-30' }, {}, 0.9],
    ['bought 730 days ago', { eventDate: '2024-06-30' }, {}, 0.85],
    // .20 * ln(2) / ln(11) instead of .20
    ['by a buyer of one deal', {}, { dealsOfBuyer: new Map([[1, 1]]) }, 0.8 + (0.2 * Math.LN2) / Math.log(11)],
    ['by a buyer of forty deals, as of ten', {}, { dealsOfBuyer: new Map([[1, 40]]) }, 1],
    ['by an unreliable buyer', { buyer: exampleBuyer({ reliability: 0 }) }, {}, 0.9],
    // one of four comparable parts lost a third: .25 * 11 / 12
    ['with one bedroom more', { bedrooms: 4 }, {}, 0.75 + (0.25 * 11) / 12],
  ])('%s', (_, deal, changes, expected) => {
    expect(matchScore(exampleDeal(deal), context(changes))).toBeCloseTo(expected, 12);
  });

  test('compares the price with what investors of the same type pay', () => {
    const prices = { flipper: 150_000, landlord: 300_000 };
    const ofParts = (deal: Partial<NearbyDeal>) => similarity(exampleDeal(deal), { subject: SUBJECT, prices });
    expect(ofParts({ purchasePrice: 300_000 })).toBeCloseTo(1, 12);
    expect(ofParts({ purchasePrice: 150_000 })).toBeCloseTo(4 / 5, 12);
    expect(ofParts({ purchasePrice: 900_000 })).toBeCloseTo(4 / 5, 12);
    expect(ofParts({ purchasePrice: 150_000, buyerType: 'flipper' })).toBeCloseTo(1, 12);
    expect(ofParts({ purchasePrice: null })).toBeCloseTo(1, 12);
  });

  test('leaves out what one side does not know, and is neutral when nothing can be compared', () => {
    const unknown = { propertyType: null, bedrooms: null, bathrooms: null, livingSquareFeet: null };
    const bare = { ...SUBJECT, ...unknown };
    expect(similarity(exampleDeal(), { subject: bare, prices: NO_PRICES })).toBe(0.5);
    expect(
      similarity(exampleDeal({ propertyType: 'CONDO' }), {
        subject: { ...bare, propertyType: 'SFR' },
        prices: NO_PRICES,
      }),
    ).toBe(0);
    const blank = exampleDeal({ bedrooms: null, bathrooms: null, livingSquareFeet: null });
    expect(similarity(blank, { subject: SUBJECT, prices: NO_PRICES })).toBe(1);
    expect(similarity(exampleDeal({ livingSquareFeet: 0 }), { subject: SUBJECT, prices: NO_PRICES })).toBe(1);
  });

  test('counts activity from 0 to 1', () => {
    expect(activity(0)).toBe(0);
    expect(activity(10)).toBe(1);
    expect(activity(500)).toBe(1);
    expect(activity(3)).toBeCloseTo(Math.log(4) / Math.log(11), 12);
  });

  test('never leaves 0 to 1, whatever the deal', () => {
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
      fc.property(deal, (changes) => {
        const score = matchScore(exampleDeal(changes), context({ radiusMiles: 0.1 }));
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1 + 1e-12);
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

  test('is score, then unrounded distance, then the younger event, then the id, however the deals come in', () => {
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
    expect(isSmartMatch(0.6, 3, 10)).toBe(true);
    expect(isSmartMatch(0.5999, 1, 10)).toBe(false);
    expect(isSmartMatch(0.99, 4, 10)).toBe(false);
  });
});
