import { asOfIn, createCounties, openMarketReads } from '@plat/dataset';
import { connect, type Sql } from '@plat/db';
import { type Realm, type ServiceBasics, type SharedBasics, serviceBasics, utcDay } from '@plat/kit';
import type { AnalyticsConfig } from './config.ts';
import { createPointObfuscation, type PointObfuscation } from './domain/point-obfuscation.ts';
import type { DealFinder, MarketSummaries, RecordsWindows } from './domain/ports.ts';
import { marketDeals } from './store/market-deals.ts';
import { marketSummaries } from './store/market-summaries.ts';
import { marketWindows } from './store/market-windows.ts';

/** Dependencies of the analytics service. */
export interface AnalyticsDeps extends ServiceBasics {
  /** The dataset for one request: all its ports read the same version. */
  market(realm: Realm): { deals: DealFinder; summaries: MarketSummaries; records: RecordsWindows };
  obfuscate(realm: Realm): PointObfuscation;
  /** The as-of day of a realm, `YYYY-MM-DD`: no window ends after it. */
  asOf(realm: Realm): string;
  /** Rejects if the database does not answer. */
  databaseAnswers(): Promise<unknown>;
}

/** Dependencies that a host shares between services. */
export interface AnalyticsOverrides extends SharedBasics {
  /** Stays open when the service closes. */
  sql?: Sql;
  /** As-of day of the live records. */
  asOf?(): string;
}

/** Not secret: the sample protects nobody, and its responses are the same in every installation. */
const SAMPLE_OBFUSCATION_SECRET = 'plat sample market';

/** Creates the dependencies of the service. `close` closes what was opened here. */
export function createAnalyticsDeps(
  config: AnalyticsConfig,
  overrides: AnalyticsOverrides = {},
): { deps: AnalyticsDeps; close(): Promise<void> } {
  const basics = serviceBasics('analytics', config, overrides);
  const { clock, log, metrics } = basics;
  const sql = overrides.sql ?? connect(config.DATABASE_URL, { applicationName: 'plat-analytics' });
  const { registry } = metrics;
  const reads = openMarketReads({ settings: config, sql, applicationName: 'plat-analytics', log, registry });
  const liveDay = overrides.asOf ?? (() => config.PLAT_AS_OF ?? utcDay(clock.nowMs()));
  const obfuscations: Record<Realm, PointObfuscation> = {
    live: createPointObfuscation(config.PLAT_OBFUSCATION_SECRET),
    sample: createPointObfuscation(SAMPLE_OBFUSCATION_SECRET),
  };
  const counties = createCounties();
  return {
    deps: {
      ...basics,
      market: (realm) => {
        const read = reads.beginRequest(realm);
        return {
          deals: marketDeals(read),
          summaries: marketSummaries(read),
          records: marketWindows(read, counties),
        };
      },
      obfuscate: (realm) => obfuscations[realm],
      asOf: (realm) => asOfIn(realm, liveDay()),
      databaseAnswers: () => reads.pool.read((sql) => sql`select 1`),
    },
    close: async () => {
      await reads.close();
      if (overrides.sql === undefined) await sql.end({ timeout: 5 });
    },
  };
}
