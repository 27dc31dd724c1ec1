import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BUYER_SEARCH_DEFAULTS, buyerSearchCriteria } from '@plat/contracts';
import { importMarket } from '@plat/market/pipeline';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { MATCH_WEIGHTS } from './domain/match-weights.ts';
import { hitsOf, ranksOf } from './domain/replay/measure-matching.ts';
import { halvesInTime, replayMarket } from './domain/replay/replay-market.ts';
import { recordedMarket } from './store/recorded-market.ts';

const dataFolder = process.env.PLAT_DATA_DIR ?? resolve(import.meta.dir, '../../../../shared/data');
const isAbsent = !existsSync(dataFolder);
if (isAbsent) console.log(`skipped: purchases of real records (no folder ${dataFolder}; set PLAT_DATA_DIR)`);

/** The day that the weights were fitted as of. */
const AS_OF = '2026-11-21';
const SLOW_MS = 180_000;

describe.skipIf(isAbsent)('the smart match on real records', () => {
  let database: TestDatabase;
  let home: string;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'plat-matching-'));
    database = await testDatabase();
    for (const name of ['philadelphia-pa', 'cambridge-ma']) {
      const source = { kind: 'named', name } as const;
      await importMarket({ home, sql: database.sql, source, files: [join(dataFolder, name)], asOf: AS_OF });
    }
  }, SLOW_MS);
  afterAll(async () => {
    await database?.close();
    await rm(home, { recursive: true, force: true });
  });

  // The weights saw the earlier half only.
  test.each(['PA', 'MA'])(
    'in %s finds more buyers of the later half among the first ten than the nearest or the most active',
    async (region) => {
      const { radius_miles: radiusMiles, lookback_years: lookbackYears } = BUYER_SEARCH_DEFAULTS;
      const market = recordedMarket(database.sql, region, buyerSearchCriteria({}));
      const span = { from: '1800-01-01', to: AS_OF };
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
