import { createServiceApp } from '@plat/kit';
import type { InvestorsDeps } from './deps.ts';
import { buyerSearchRoute } from './routes/buyer-search.ts';
import { buyerSearchResultsRoute } from './routes/buyer-search-results.ts';
import { buyerSearchStatusRoute } from './routes/buyer-search-status.ts';
import { identifySearchedPropertyRoute } from './routes/identify-searched-property.ts';
import { investorCompsRoute } from './routes/investor-comps.ts';
import { legacyResultsRoute } from './routes/legacy-results.ts';
import { legacySearchRoute } from './routes/legacy-search.ts';
import { linkedDealsRoute } from './routes/linked-deals.ts';
import { listCrmDealsRoute } from './routes/list-crm-deals.ts';
import { readCrmDealRoute } from './routes/read-crm-deal.ts';
import { replayWebhookRoute } from './routes/replay-webhook.ts';
import { updateWebhookSettingsRoute } from './routes/update-webhook-settings.ts';
import { webhookDeliveriesRoute } from './routes/webhook-deliveries.ts';
import { webhookSettingsRoute } from './routes/webhook-settings.ts';
import { withholdContactsRoute } from './routes/withhold-contacts.ts';

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
