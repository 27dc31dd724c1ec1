import { createServiceApp } from '@plat/kit';
import type { ValuationDeps } from './deps.ts';

export const createValuationApp = (deps: ValuationDeps) =>
  createServiceApp({
    name: 'valuation',
    log: deps.log,
    tokens: deps.tokens,
    clock: deps.clock,
    readiness: { database: deps.databaseAnswers },
    operations: [],
  });
