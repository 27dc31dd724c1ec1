import { describe, expect, test } from 'bun:test';
import type { InvestorDeal } from '@plat/dataset';
import { AS_OF, exampleBuyer, exampleDeal, SUBJECT } from './examples.fixture.ts';
import { activity, countedAs, type MatchContext, matchParts, similarity } from './match-parts.ts';

const NO_PRICES = { flipper: null, landlord: null };
const context = (changes: Partial<MatchContext> = {}): MatchContext => ({
  subject: SUBJECT,
  radiusMiles: 2,
  asOf: AS_OF,
  prices: NO_PRICES,
  dealsOfBuyer: new Map([[1, 10]]),
  ...changes,
});
const ALL = { distance: 1, recency: 1, similarity: 1, activity: 1, reliability: 1 };

describe('the match parts', () => {
  test.each<[string, Partial<InvestorDeal>, Partial<MatchContext>, Partial<typeof ALL>]>([
    ['a like house next door bought today by a reliable buyer of ten', {}, {}, {}],
    // exp(-1 / (.5 * 2))
    ['one mile away at radius 2', { distanceMiles: 1 }, {}, { distance: Math.exp(-1) }],
    ['bought 365 days ago', { eventDate: '2025-06-30' }, {}, { recency: 0.5 }],
    ['bought 730 days ago', { eventDate: '2024-06-30' }, {}, { recency: 0.25 }],
    ['of a buyer of one deal', {}, { dealsOfBuyer: new Map([[1, 1]]) }, { activity: Math.LN2 / Math.log(11) }],
    ['of a buyer of forty deals, as of ten', {}, { dealsOfBuyer: new Map([[1, 40]]) }, {}],
    ['of an unreliable buyer', { buyer: exampleBuyer({ reliability: 0 }) }, {}, { reliability: 0 }],
    // one of four comparable facts differs by a third
    ['with one bedroom more', { bedrooms: 4 }, {}, { similarity: 11 / 12 }],
  ])('%s', (_, deal, changes, expected) => {
    const parts = matchParts(exampleDeal(deal), context(changes));
    for (const [part, value] of Object.entries({ ...ALL, ...expected }))
      expect(parts[part as keyof typeof ALL]).toBeCloseTo(value, 12);
  });

  test('compare the price with investors of the same type', () => {
    const prices = { flipper: 150_000, landlord: 300_000 };
    const ofParts = (deal: Partial<InvestorDeal>) => similarity(exampleDeal(deal), { subject: SUBJECT, prices });
    expect(ofParts({ purchasePrice: 300_000 })).toBeCloseTo(1, 12);
    expect(ofParts({ purchasePrice: 150_000 })).toBeCloseTo(4 / 5, 12);
    expect(ofParts({ purchasePrice: 900_000 })).toBeCloseTo(4 / 5, 12);
    expect(ofParts({ purchasePrice: 150_000, buyerType: 'flipper' })).toBeCloseTo(1, 12);
    expect(ofParts({ purchasePrice: null })).toBeCloseTo(1, 12);
  });

  test('skip unknown attributes, and are neutral when nothing can be compared', () => {
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
});

describe('activity', () => {
  test('counts from 0 to 1', () => {
    expect(activity(0)).toBe(0);
    expect(activity(10)).toBe(1);
    expect(activity(500)).toBe(1);
    expect(activity(3)).toBeCloseTo(Math.log(4) / Math.log(11), 12);
  });

  test.each<[string, Partial<InvestorDeal>, number]>([
    ['today, at the subject and of its type', {}, 1],
    ['1.4 miles away', { distanceMiles: 1.4 }, Math.exp(-0.5)],
    // .6 + .4 / 2
    ['a year old', { eventDate: '2025-06-30' }, 0.8],
    ['of another type', { propertyType: 'CONDO' }, 0.5],
  ])('counts a deal %s in part', (_, deal, expected) => {
    expect(countedAs(exampleDeal(deal), SUBJECT, AS_OF)).toBeCloseTo(expected, 12);
  });

  test('counts three quarters of a deal for a subject of unknown type', () => {
    expect(countedAs(exampleDeal(), { propertyType: null }, AS_OF)).toBeCloseTo(0.75, 12);
  });
});
