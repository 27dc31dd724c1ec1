import { connect, type Sql } from '@plat/db';
import {
  type Clock,
  createInternalTokens,
  createLogger,
  createServiceMetrics,
  type InternalTokens,
  internalSecrets,
  type Logger,
  type ServiceMetrics,
  systemClock,
  utcDay,
} from '@plat/kit';
import { openMarketReads } from '@plat/market';
import type { AnalyticsConfig } from './config.ts';
import { createPointObfuscation, type PointObfuscation } from './domain/point-obfuscation.ts';
import type { DealFinder, MarketSummaries } from './domain/ports.ts';
import { marketDeals } from './store/market-deals.ts';
import { marketSummaries } from './store/market-summaries.ts';

/** What the analytics service works with. */
export interface AnalyticsDeps {
  log: Logger;
  tokens: InternalTokens;
  clock: Clock;
  /** The dataset for one request: all that is asked of the same ports is answered by one version. */
  market(): { deals: DealFinder; summaries: MarketSummaries };
  obfuscate: PointObfuscation;
  /** The UTC day that windows count back from, `YYYY-MM-DD`. */
  asOf(): string;
  /** Rejects when the database cannot be asked. */
  databaseAnswers(): Promise<unknown>;
  metrics: ServiceMetrics;
}

/** Parts that a host shares between services. */
export interface AnalyticsOverrides {
  /** Stays open when the service closes. */
  sql?: Sql;
  tokens?: InternalTokens;
  log?: Logger;
  clock?: Clock;
  asOf?(): string;
}

/** Builds the dependencies of the service. `close` ends what was opened here. */
export function createAnalyticsDeps(
  config: AnalyticsConfig,
  overrides: AnalyticsOverrides = {},
): { deps: AnalyticsDeps; close(): Promise<void> } {
  const { clock = systemClock } = overrides;
  const log = overrides.log ?? createLogger({ name: 'analytics', level: config.PLAT_LOG_LEVEL });
  const tokens = overrides.tokens ?? createInternalTokens(internalSecrets(config), clock);
  const sql = overrides.sql ?? connect(config.DATABASE_URL, { applicationName: 'plat-analytics' });
  const metrics = createServiceMetrics('analytics');
  const { registry } = metrics;
  const reads = openMarketReads({ settings: config, sql, applicationName: 'plat-analytics', log, registry });
  return {
    deps: {
      log,
      tokens,
      clock,
      market: () => {
        const read = reads.beginRequest();
        return { deals: marketDeals(read), summaries: marketSummaries(read) };
      },
      obfuscate: createPointObfuscation(config.PLAT_OBFUSCATION_SECRET),
      asOf: overrides.asOf ?? (() => config.PLAT_AS_OF ?? utcDay(clock.nowMs())),
      databaseAnswers: () => reads.sql`select 1`,
      metrics,
    },
    close: async () => {
      await reads.close();
      if (overrides.sql === undefined) await sql.end({ timeout: 5 });
    },
  };
}
