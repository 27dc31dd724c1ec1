import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { BUYER_SEARCH_DEFAULTS, buyerSearchCriteria } from '@plat/contracts';
import type { TestDatabase } from '@plat/test-kit';
import { MATCH_WEIGHTS } from './domain/match-weights.ts';
import { hitsOf, ranksOf } from './domain/replay/measure-matching.ts';
import { halvesInTime, replayMarket } from './domain/replay/replay-market.ts';
import { hasRealRecords, REAL_RECORDS_AS_OF, realRecords } from './real-records.fixture.ts';
import { recordedMarket } from './store/recorded-market.ts';

const SLOW_MS = 180_000;

describe.skipIf(!hasRealRecords('purchases of real records'))('the smart match on real records', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await realRecords();
  }, SLOW_MS);
  afterAll(() => database?.close());

  // The weights were fitted on the earlier half only.
  test.each(['PA', 'MA'])(
    'in %s finds more buyers of the later half among the first ten than the nearest or the most active',
    async (region) => {
      const { radius_miles: radiusMiles, lookback_years: lookbackYears } = BUYER_SEARCH_DEFAULTS;
      const market = recordedMarket(database.sql, region, buyerSearchCriteria({}));
      const span = { from: '1800-01-01', to: REAL_RECORDS_AS_OF };
      const { replays } = await replayMarket(market, { radiusMiles, lookbackYears }, span);
      for (const asked of [halvesInTime(replays).later, replays]) {
        const ranks = ranksOf(asked, MATCH_WEIGHTS);
        const [ours, nearest, busiest] = [ranks.smart_match, ranks.nearest_first, ranks.most_active].map(hitsOf);
        console.log(region, asked.length, { ours, nearest, busiest });
        expect(ours?.hit_at_10).toBeGreaterThan(nearest?.hit_at_10 ?? 1);
        expect(ours?.hit_at_10).toBeGreaterThan(busiest?.hit_at_10 ?? 1);
      }
    },
    SLOW_MS,
  );
});
