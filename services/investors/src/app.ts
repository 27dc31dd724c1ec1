import { createServiceApp } from '@plat/kit';
import type { InvestorsDeps } from './deps.ts';
import { buyerSearchRoute } from './routes/buyer-search.ts';

/** The investors service: who is buying near a property. */
export const createInvestorsApp = (deps: InvestorsDeps) =>
  createServiceApp({
    name: 'investors',
    log: deps.log,
    tokens: deps.tokens,
    clock: deps.clock,
    readiness: { database: deps.databaseAnswers },
    operations: [buyerSearchRoute(deps)],
  });
