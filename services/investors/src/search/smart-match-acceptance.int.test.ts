import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { BUYER_SEARCH_DEFAULTS, buyerSearchCriteria } from '@plat/contracts';
import type { TestDatabase } from '@plat/test-kit';
import { MATCH_WEIGHTS } from './domain/match-weights.ts';
import { bootstrapInterval } from './domain/replay/bootstrap.ts';
import { hitsOf, type MatchOrder, ranksOf } from './domain/replay/measure-matching.ts';
import { replayMarket } from './domain/replay/replay-market.ts';
import type { Replay } from './domain/replay/replay-purchase.ts';
import { hasRealRecords, realRecords } from './real-records.fixture.ts';
import { recordedMarket } from './store/recorded-market.ts';

const SLOW_MS = 180_000;
const FIRST_DAY = '1800-01-01';
const LAST_DAY = '2100-01-01';

describe.skipIf(!hasRealRecords('purchases of real records'))('the smart match on real records', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await realRecords();
  }, SLOW_MS);
  afterAll(() => database?.close());

  test(
    'finds more buyers among the first ten than the nearest or the most active, by more than chance',
    async () => {
      const { radius_miles: radiusMiles, lookback_years: lookbackYears } = BUYER_SEARCH_DEFAULTS;
      const asked: Replay[] = [];
      for (const region of ['PA', 'MA']) {
        const market = recordedMarket(database.sql, region, buyerSearchCriteria({}));
        const span = { from: FIRST_DAY, to: LAST_DAY };
        asked.push(...(await replayMarket(market, { radiusMiles, lookbackYears }, span)).replays);
      }
      const ranks = ranksOf(asked, MATCH_WEIGHTS);
      const isHit = (order: MatchOrder, at: number) => ((ranks[order][at] ?? Infinity) <= 10 ? 1 : 0);
      const leadOver = (order: MatchOrder) =>
        bootstrapInterval(
          asked.map(({ buyerId }, at) => ({ group: buyerId, value: isHit('smart_match', at) - isHit(order, at) })),
        );
      const leads = { nearest: leadOver('nearest_first'), busiest: leadOver('most_active') };
      console.log(asked.length, hitsOf(ranks.smart_match), leads);
      expect(leads.nearest.low).toBeGreaterThan(0);
      expect(leads.busiest.low).toBeGreaterThan(0);
    },
    SLOW_MS,
  );
});
