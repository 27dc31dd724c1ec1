import { describe, expect, test } from 'bun:test';
import { STARTING_WEIGHTS } from '../match-weights.ts';
import { bootstrapInterval } from './bootstrap.ts';
import { marketOf, recordedDeal } from './examples.fixture.ts';
import { fitWeights } from './fit-weights.ts';
import { hitsOf, ranksOf } from './measure-matching.ts';
import { halvesInTime, replayMarket } from './replay-market.ts';
import { sameShareThreshold } from './same-share-threshold.ts';

const SEARCH = { radiusMiles: 2, lookbackYears: 2 };
const SPAN = { from: '2025-01-01', to: '2026-12-31' };

/** Buyer 1 is busy and far, 2 is near with one deal, 3 in between with two; each then buys once at the subject. */
const EARLIER = [
  ...[1.8, 1.9, 1.9].map((distanceMiles, at) => recordedDeal(10 + at, 1, '2024-06-01', { distanceMiles })),
  recordedDeal(20, 2, '2024-06-01', { distanceMiles: 0.1 }),
  recordedDeal(30, 3, '2024-06-01', { distanceMiles: 0.5 }),
  recordedDeal(31, 3, '2024-06-01', { distanceMiles: 1 }),
];
const ASKED = [1, 2, 3].map((buyer) => recordedDeal(40 + buyer, buyer, '2025-03-01'));
const NEWCOMER = recordedDeal(50, 9, '2025-03-01');
const GONE = [recordedDeal(60, 8, '2020-01-01'), recordedDeal(61, 8, '2025-03-01')];

describe('a replay of past purchases', () => {
  test('ranks actual buyers in the list of the day before, by each order', async () => {
    const { replays } = await replayMarket(marketOf([...EARLIER, ...ASKED]), SEARCH, SPAN);
    const ranks = ranksOf(replays, STARTING_WEIGHTS);
    expect(ranks.nearest_first).toEqual([3, 1, 2]);
    expect(ranks.most_active).toEqual([1, 3, 2]);
    expect(ranks.smart_match).toEqual([3, 1, 2]);
    expect(hitsOf(ranks.nearest_first)).toEqual({
      hit_at_10: 1,
      hit_at_30: 1,
      mean_reciprocal_rank: (1 / 3 + 1 + 1 / 2) / 3,
    });
  });

  test('measures only buyers who were in the list', async () => {
    const market = marketOf([...EARLIER, ...ASKED, NEWCOMER, ...GONE]);
    const { purchases, byKnownBuyers, replays } = await replayMarket(market, SEARCH, SPAN);
    expect({ purchases, byKnownBuyers }).toEqual({ purchases: 5, byKnownBuyers: 4 });
    expect(replays.map(({ buyerId }) => buyerId)).toEqual([1, 2, 3]);
  });

  test('leaves out the purchase by the owner of that day', async () => {
    const [bought] = ASKED;
    const owned = recordedDeal(80, 5, '2024-12-01', { propertyId: bought!.propertyId });
    const { replays } = await replayMarket(marketOf([...EARLIER, ...ASKED, owned]), SEARCH, SPAN);
    const hasIt = replays.map(({ candidates }) => candidates.some(({ deal }) => deal.dealId === owned.dealId));
    expect(hasIt).toEqual([false, true, true]);
  });

  test('does not change with later records', async () => {
    const later = [1, 2, 3, 2, 2, 2].map((buyer, at) =>
      recordedDeal(70 + at, buyer, '2025-03-02', { saleDate: at % 2 ? '2025-09-01' : null }),
    );
    const upTo = { ...SPAN, to: '2025-03-01' };
    const before = await replayMarket(marketOf([...EARLIER, ...ASKED]), SEARCH, upTo);
    expect(await replayMarket(marketOf([...EARLIER, ...ASKED, ...later]), SEARCH, upTo)).toEqual(before);
  });

  test('keeps purchases of one day in one half', async () => {
    const deals = [...EARLIER, ...ASKED, recordedDeal(45, 2, '2025-02-01')];
    const { earlier, later } = halvesInTime((await replayMarket(marketOf(deals), SEARCH, SPAN)).replays);
    expect(earlier.map(({ purchaseDate }) => purchaseDate)).toEqual(['2025-02-01']);
    expect(later.length).toBe(3);
    expect(halvesInTime([])).toEqual({ earlier: [], later: [] });
  });
});

describe('measures of ranks', () => {
  test('count buyers among the first ten and thirty, without those not in the list', () => {
    expect(hitsOf([1, 10, 11, 30, 31, null, 2, 4])).toEqual({
      hit_at_10: 4 / 8,
      hit_at_30: 6 / 8,
      mean_reciprocal_rank: (1 + 1 / 10 + 1 / 11 + 1 / 30 + 1 / 31 + 1 / 2 + 1 / 4) / 8,
    });
    expect(() => hitsOf([])).toThrow(RangeError);
  });

  test('have an interval that widens with few buyers', () => {
    const observations = (groups: number) =>
      Array.from({ length: 40 }, (_, at) => ({ group: at % groups, value: (at % groups) % 2 }));
    const [few, many] = [bootstrapInterval(observations(4)), bootstrapInterval(observations(40))];
    expect(few.high - few.low).toBeGreaterThan(many.high - many.low);
    expect(many.low).toBeLessThan(0.5);
    expect(many.high).toBeGreaterThan(0.5);
    expect(bootstrapInterval(observations(4))).toEqual(few);
  });
});

describe('weights fitted on history', () => {
  /** Many lists with a nearby newcomer and a busy distant buyer. The winner decides what the weights learn. */
  const listsWon = async (winner: 'near' | 'busy') => {
    const days = Array.from({ length: 20 }, (_, at) => `2025-${String(1 + (at % 12)).padStart(2, '0')}-15`);
    const replays = [];
    for (const [at, day] of days.entries()) {
      const deals = [
        recordedDeal(1, 1, '2024-06-01', { distanceMiles: 0.05 + at / 100 }),
        ...[2, 3, 4, 5].map((deal) => recordedDeal(deal, 2, '2024-06-01', { distanceMiles: 1.2 + at / 100 })),
        recordedDeal(9, winner === 'near' ? 1 : 2, day),
      ];
      replays.push(...(await replayMarket(marketOf(deals), SEARCH, SPAN)).replays);
    }
    return replays;
  };

  test('sum to one and find the deciding part', async () => {
    const near = fitWeights(await listsWon('near'), STARTING_WEIGHTS);
    const busy = fitWeights(await listsWon('busy'), STARTING_WEIGHTS);
    for (const weights of [near, busy])
      expect(Object.values(weights).reduce((sum: number, weight: number) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(near.distance).toBeGreaterThan(near.activity);
    expect(busy.activity).toBeGreaterThan(busy.distance);
    expect(fitWeights(await listsWon('busy'), STARTING_WEIGHTS)).toEqual(busy);
  });

  test('get a threshold that keeps smart matches equally rare', async () => {
    const replays = await listsWon('near');
    const starting = { weights: STARTING_WEIGHTS, threshold: 0.5 };
    expect(sameShareThreshold(replays, STARTING_WEIGHTS, starting)).toBeGreaterThanOrEqual(0.5);
    expect(sameShareThreshold(replays, STARTING_WEIGHTS, { ...starting, threshold: 1.1 })).toBe(1);
  });
});
