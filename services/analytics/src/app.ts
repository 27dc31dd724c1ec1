import { createServiceApp } from '@plat/kit';
import type { AnalyticsDeps } from './deps.ts';
import { analyticsSearchRoute } from './routes/analytics-search.ts';
import { analyticsSummaryRoute } from './routes/analytics-summary.ts';

/** The analytics service: flips and rental purchases around a point, and their prices. */
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
