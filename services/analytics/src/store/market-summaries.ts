import { type Sql, untilAborted } from '@plat/db';
import { marketSummary } from '@plat/market';
import type { MarketSummaries } from '../domain/ports.ts';

/** Summaries of the market dataset. */
export const marketSummaries = (sql: Sql): MarketSummaries => ({
  of: ({ center, propertyTypes, window, metricsRadiusMiles }, signal) =>
    marketSummary(untilAborted(sql, signal), {
      ...center,
      propertyTypes,
      metricsRadiusMiles,
      fromDate: window.from,
      asOf: window.to,
    }),
});
