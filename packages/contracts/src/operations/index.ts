import type { AnyEndpoint } from '../endpoint.ts';
import { accuracy } from './accuracy.ts';
import { analyticsSearch } from './analytics-search.ts';
import { analyticsSummary } from './analytics-summary.ts';
import { apiCredentials } from './api-credentials.ts';
import { autocomplete } from './autocomplete.ts';
import { automationAuth } from './automation-auth.ts';
import { automationSetup } from './automation-setup.ts';
import { beginIdempotentRequest } from './begin-idempotent-request.ts';
import { buyerSearch } from './buyer-search.ts';
import { buyerSearchResults } from './buyer-search-results.ts';
import { buyerSearchStatus } from './buyer-search-status.ts';
import { buyers } from './buyers.ts';
import { commitUsage } from './commit-usage.ts';
import { coverage } from './coverage.ts';
import { createApiUser } from './create-api-user.ts';
import { createApiUserSubscription } from './create-api-user-subscription.ts';
import { exampleBuyers } from './example-buyers.ts';
import { existingKeys } from './existing-keys.ts';
import { finishIdempotentRequest } from './finish-idempotent-request.ts';
import { getApiUser } from './get-api-user.ts';
import { identifySearchedProperty } from './identify-searched-property.ts';
import { investorComps } from './investor-comps.ts';
import { keyStanding } from './key-standing.ts';
import { legacyResults } from './legacy-results.ts';
import { legacySearch } from './legacy-search.ts';
import { linkedDeals } from './linked-deals.ts';
import { listApiUsers } from './list-api-users.ts';
import { listCrmDeals } from './list-crm-deals.ts';
import { listSubscriptions } from './list-subscriptions.ts';
import { offers } from './offers.ts';
import { previewUsage } from './preview-usage.ts';
import { readCrmDeal } from './read-crm-deal.ts';
import { recordApplicationSearch } from './record-application-search.ts';
import { recordRequests } from './record-requests.ts';
import { releaseUsage } from './release-usage.ts';
import { replayWebhook } from './replay-webhook.ts';
import { reserveUsage } from './reserve-usage.ts';
import { resolveAddress } from './resolve-address.ts';
import { retailComps } from './retail-comps.ts';
import { subscribeWebhook } from './subscribe-webhook.ts';
import { triggerWebhooks } from './trigger-webhooks.ts';
import { unsubscribeWebhook } from './unsubscribe-webhook.ts';
import { updateApiUser } from './update-api-user.ts';
import { updateApiUserSubscription } from './update-api-user-subscription.ts';
import { updateWebhookSettings } from './update-webhook-settings.ts';
import { usage } from './usage.ts';
import { verifyApplicationKey } from './verify-application-key.ts';
import { verifyKey } from './verify-key.ts';
import { verifySession } from './verify-session.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';
import { webhookSettings } from './webhook-settings.ts';
import { withholdContacts } from './withhold-contacts.ts';

export * from './accuracy.ts';
export * from './analytics-search.ts';
export * from './analytics-summary.ts';
export * from './api-credentials.ts';
export * from './autocomplete.ts';
export * from './automation-auth.ts';
export * from './automation-setup.ts';
export * from './begin-idempotent-request.ts';
export * from './buyer-search.ts';
export * from './buyer-search-results.ts';
export * from './buyer-search-status.ts';
export * from './buyers.ts';
export * from './commit-usage.ts';
export * from './coverage.ts';
export * from './create-api-user.ts';
export * from './create-api-user-subscription.ts';
export * from './example-buyers.ts';
export * from './existing-keys.ts';
export * from './finish-idempotent-request.ts';
export * from './get-api-user.ts';
export * from './identify-searched-property.ts';
export * from './investor-comps.ts';
export * from './key-standing.ts';
export * from './legacy-results.ts';
export * from './legacy-search.ts';
export * from './linked-deals.ts';
export * from './list-api-users.ts';
export * from './list-crm-deals.ts';
export * from './list-subscriptions.ts';
export * from './offers.ts';
export * from './preview-usage.ts';
export * from './read-crm-deal.ts';
export * from './record-application-search.ts';
export * from './record-requests.ts';
export * from './release-usage.ts';
export * from './replay-webhook.ts';
export * from './reserve-usage.ts';
export * from './resolve-address.ts';
export * from './retail-comps.ts';
export * from './subscribe-webhook.ts';
export * from './trigger-webhooks.ts';
export * from './unsubscribe-webhook.ts';
export * from './update-api-user.ts';
export * from './update-api-user-subscription.ts';
export * from './update-webhook-settings.ts';
export * from './usage.ts';
export * from './verify-application-key.ts';
export * from './verify-key.ts';
export * from './verify-session.ts';
export * from './webhook-deliveries.ts';
export * from './webhook-settings.ts';
export * from './withhold-contacts.ts';

/** Every operation of the interface, public and internal, in the order of the documentation. */
export const ENDPOINTS: readonly AnyEndpoint[] = [
  autocomplete,
  buyerSearch,
  buyerSearchResults,
  buyerSearchStatus,
  webhookSettings,
  updateWebhookSettings,
  webhookDeliveries,
  replayWebhook,
  retailComps,
  offers,
  investorComps,
  linkedDeals,
  buyers,
  analyticsSearch,
  analyticsSummary,
  accuracy,
  coverage,
  usage,
  apiCredentials,
  getApiUser,
  createApiUser,
  updateApiUser,
  listApiUsers,
  createApiUserSubscription,
  updateApiUserSubscription,
  automationAuth,
  automationSetup,
  subscribeWebhook,
  unsubscribeWebhook,
  listSubscriptions,
  triggerWebhooks,
  exampleBuyers,
  legacySearch,
  legacyResults,
  resolveAddress,
  verifyKey,
  verifyApplicationKey,
  verifySession,
  existingKeys,
  keyStanding,
  reserveUsage,
  commitUsage,
  releaseUsage,
  recordApplicationSearch,
  recordRequests,
  beginIdempotentRequest,
  finishIdempotentRequest,
  identifySearchedProperty,
  previewUsage,
  withholdContacts,
  listCrmDeals,
  readCrmDeal,
];

/** The operations that callers reach through the gateway. */
export const PUBLIC_ENDPOINTS: readonly AnyEndpoint[] = ENDPOINTS.filter(({ audience }) => audience === 'public');
