import { createServiceApp } from '@plat/kit';
import { compsRoutes } from './comps/wiring.ts';
import { contactsRoutes } from './contacts/wiring.ts';
import { crmRoutes } from './crm/wiring.ts';
import type { InvestorsDeps } from './deps.ts';
import { legacyRoutes } from './legacy/wiring.ts';
import { ownersRoutes } from './owners/wiring.ts';
import { profilesRoutes } from './profiles/wiring.ts';
import { searchRoutes } from './search/wiring.ts';
import { webhookRoutes } from './webhooks/wiring.ts';

/** The investors service: who buys near a property, what they paid there, and what else they bought. */
export const createInvestorsApp = (deps: InvestorsDeps) =>
  createServiceApp({
    name: 'investors',
    log: deps.log,
    tokens: deps.tokens,
    clock: deps.clock,
    metrics: deps.metrics,
    checkSettings: deps.checkSettings,
    readiness: { database: deps.databaseAnswers },
    operations: [
      ...searchRoutes(deps),
      ...compsRoutes(deps),
      ...ownersRoutes(deps),
      ...profilesRoutes(deps),
      ...legacyRoutes(deps),
      ...contactsRoutes(deps),
      ...webhookRoutes(deps),
      ...crmRoutes(deps),
    ],
  });
