import { createServiceApp } from '@plat/kit';
import type { ValuationDeps } from './deps.ts';
import { accuracyRoute } from './routes/accuracy.ts';
import { coverageRoute } from './routes/coverage.ts';
import { offersRoute } from './routes/offers.ts';
import { retailCompsRoute } from './routes/retail-comps.ts';

/** The valuation service: comparable sales, values and their measured accuracy. */
export const createValuationApp = (deps: ValuationDeps) =>
  createServiceApp({
    name: 'valuation',
    log: deps.log,
    tokens: deps.tokens,
    clock: deps.clock,
    metrics: deps.metrics,
    readiness: { database: deps.databaseAnswers },
    operations: [retailCompsRoute(deps), offersRoute(deps), accuracyRoute(deps), coverageRoute(deps)],
  });
