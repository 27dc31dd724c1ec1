import { marketSummary, type ReadDataset } from '@plat/dataset';
import type { MarketSummaries } from '../domain/ports.ts';

/** Summaries of the market dataset. */
export const marketSummaries = (read: ReadDataset): MarketSummaries => ({
  of: async ({ center, propertyTypes, window, metricsRadiusMiles }, signal) =>
    marketSummary(await read(signal), {
      ...center,
      propertyTypes,
      metricsRadiusMiles,
      fromDate: window.from,
      asOf: window.to,
    }),
});
