import { createServiceApp } from '@plat/kit';
import type { AnalyticsDeps } from './deps.ts';
import { analyticsSearchRoute } from './routes/analytics-search.ts';
import { analyticsSummaryRoute } from './routes/analytics-summary.ts';

/** The analytics service: who flips and rents around a point, and what they pay. */
export const createAnalyticsApp = (deps: AnalyticsDeps) =>
  createServiceApp({
    name: 'analytics',
    log: deps.log,
    tokens: deps.tokens,
    clock: deps.clock,
    metrics: deps.metrics,
    readiness: { database: deps.databaseAnswers },
    operations: [analyticsSearchRoute(deps), analyticsSummaryRoute(deps)],
  });
