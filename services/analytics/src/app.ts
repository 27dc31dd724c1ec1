import { createServiceApp } from '@plat/kit';
import type { AnalyticsDeps } from './deps.ts';

export const createAnalyticsApp = (deps: AnalyticsDeps) =>
  createServiceApp({
    name: 'analytics',
    log: deps.log,
    tokens: deps.tokens,
    clock: deps.clock,
    readiness: { database: deps.databaseAnswers },
    operations: [],
  });
