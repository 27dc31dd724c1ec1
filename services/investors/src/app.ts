import { createServiceApp } from '@plat/kit';
import { buyerSearchResultsRoute, buyerSearchStatusRoute } from './background/index.ts';
import { investorCompsRoute } from './comps/index.ts';
import { withholdContactsRoute } from './contacts/index.ts';
import { listCrmDealsRoute, readCrmDealRoute } from './crm/index.ts';
import type { InvestorsDeps } from './deps.ts';
import { legacyResultsRoute, legacySearchRoute } from './legacy/index.ts';
import { linkedDealsRoute } from './owners/index.ts';
import { buyerSearchRoute, identifySearchedPropertyRoute } from './search/index.ts';
import {
  replayWebhookRoute,
  updateWebhookSettingsRoute,
  webhookDeliveriesRoute,
  webhookSettingsRoute,
} from './webhooks/index.ts';

/** The investors service: who is buying near a property, what they paid there, and what else they bought. */
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
      buyerSearchRoute(deps),
      buyerSearchResultsRoute(deps),
      buyerSearchStatusRoute(deps),
      investorCompsRoute(deps),
      linkedDealsRoute(deps),
      legacySearchRoute(deps),
      legacyResultsRoute(deps),
      identifySearchedPropertyRoute(deps),
      withholdContactsRoute(deps),
      webhookSettingsRoute(deps),
      updateWebhookSettingsRoute(deps),
      webhookDeliveriesRoute(deps),
      replayWebhookRoute(deps),
      listCrmDealsRoute(deps),
      readCrmDealRoute(deps),
    ],
  });
