// Written by `bun run generate` from the contracts; do not edit.

import type { CallOptions, Operation } from '../operation.ts';
import type {
  Account,
  AccuracyAnswer,
  AnalyticsSearchAnswer,
  AnalyticsSearchRequest,
  AnalyticsSummary,
  AnalyticsSummaryRequest,
  AutocompleteAnswer,
  AutocompleteRequest,
  AutomationAuthAnswer,
  AutomationAuthParameters,
  AutomationSetupAnswer,
  AutomationSetupParameters,
  AutomationSetupRequest,
  BuyerProfile,
  BuyerSearchAnswer,
  BuyerSearchParameters,
  BuyerSearchPending,
  BuyerSearchRequest,
  BuyerSearchResultsAnswer,
  BuyerSearchResultsParameters,
  BuyerSearchStatusAnswer,
  BuyerSearchStatusParameters,
  BuyersParameters,
  CoverageAnswer,
  CoverageParameters,
  CreateApiUserRequest,
  CreateApiUserSubscriptionRequest,
  ExampleBuyersAnswer,
  ExampleBuyersParameters,
  GetApiUserParameters,
  InvestorCompsAnswer,
  InvestorCompsRequest,
  LegacyResultsAnswer,
  LegacyResultsParameters,
  LegacySearchAnswer,
  LegacySearchRequest,
  LinkedDealsAnswer,
  LinkedDealsRequest,
  ListApiUsersAnswer,
  ListApiUsersParameters,
  ListSubscriptionsAnswer,
  ListSubscriptionsParameters,
  OffersAnswer,
  OffersRequest,
  ReplayWebhookAnswer,
  ReplayWebhookRequest,
  RetailCompsAnswer,
  RetailCompsRequest,
  SubscribeWebhookAnswer,
  SubscribeWebhookParameters,
  Subscription,
  TriggerWebhooksAnswer,
  TriggerWebhooksParameters,
  TriggerWebhooksRequest,
  UnsubscribeWebhookAnswer,
  UnsubscribeWebhookParameters,
  UpdateApiUserRequest,
  UpdateApiUserSubscriptionRequest,
  UpdateWebhookSettingsAnswer,
  UpdateWebhookSettingsRequest,
  UsageAnswer,
  User,
  UserDetails,
  WebhookDeliveriesAnswer,
  WebhookDeliveriesParameters,
  WebhookSettingsAnswer,
} from './schemas.ts';

/** Every public operation: its place, and how it may be repeated. */
export const OPERATIONS = {
  autocomplete: {
    method: 'POST',
    path: '/v1/autocomplete',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: true,
    takesIdempotencyKey: true,
    offersDryRun: true,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  buyerSearch: {
    method: 'POST',
    path: '/v1/buyer-search',
    queryNames: ['sort'],
    headerNames: [],
    takesApiKey: true,
    takesUserId: true,
    takesIdempotencyKey: true,
    offersDryRun: true,
    mayAnswerNull: false,
    deadlineMs: 30000,
  },
  buyerSearchResults: {
    method: 'GET',
    path: '/v1/buyer-search',
    queryNames: ['search_id'],
    headerNames: [],
    takesApiKey: true,
    takesUserId: true,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: true,
    deadlineMs: 10000,
  },
  buyerSearchStatus: {
    method: 'GET',
    path: '/v1/buyer-search/status',
    queryNames: ['search_id'],
    headerNames: [],
    takesApiKey: true,
    takesUserId: true,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  webhookSettings: {
    method: 'GET',
    path: '/v1/webhook-settings',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  updateWebhookSettings: {
    method: 'PATCH',
    path: '/v1/webhook-settings',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  webhookDeliveries: {
    method: 'GET',
    path: '/v1/webhook-deliveries',
    queryNames: ['status', 'cursor'],
    headerNames: [],
    takesApiKey: true,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  replayWebhook: {
    method: 'POST',
    path: '/v1/webhook-deliveries/replay',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: false,
    takesIdempotencyKey: true,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  retailComps: {
    method: 'POST',
    path: '/v1/retail-comps',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: true,
    takesIdempotencyKey: true,
    offersDryRun: true,
    mayAnswerNull: false,
    deadlineMs: 15000,
  },
  offers: {
    method: 'POST',
    path: '/v1/offers',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: true,
    takesIdempotencyKey: true,
    offersDryRun: true,
    mayAnswerNull: false,
    deadlineMs: 15000,
  },
  investorComps: {
    method: 'POST',
    path: '/v1/investor-comps',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: true,
    takesIdempotencyKey: true,
    offersDryRun: true,
    mayAnswerNull: false,
    deadlineMs: 15000,
  },
  linkedDeals: {
    method: 'POST',
    path: '/v1/linked-deals',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: true,
    takesIdempotencyKey: true,
    offersDryRun: true,
    mayAnswerNull: false,
    deadlineMs: 15000,
  },
  buyers: {
    method: 'GET',
    path: '/v1/buyers',
    queryNames: ['buyer_id'],
    headerNames: [],
    takesApiKey: true,
    takesUserId: true,
    takesIdempotencyKey: false,
    offersDryRun: true,
    mayAnswerNull: false,
    deadlineMs: 15000,
  },
  analyticsSearch: {
    method: 'POST',
    path: '/v1/analytics-search',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: true,
    takesIdempotencyKey: true,
    offersDryRun: true,
    mayAnswerNull: false,
    deadlineMs: 15000,
  },
  analyticsSummary: {
    method: 'POST',
    path: '/v1/analytics-summary',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: true,
    takesIdempotencyKey: true,
    offersDryRun: true,
    mayAnswerNull: false,
    deadlineMs: 15000,
  },
  accuracy: {
    method: 'GET',
    path: '/v1/accuracy',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  coverage: {
    method: 'GET',
    path: '/v1/coverage',
    queryNames: ['latitude', 'longitude', 'address'],
    headerNames: [],
    takesApiKey: true,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  usage: {
    method: 'GET',
    path: '/v1/usage',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: true,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  apiCredentials: {
    method: 'GET',
    path: '/v1/api-credentials',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  getApiUser: {
    method: 'GET',
    path: '/v1/api-users',
    queryNames: ['user_id'],
    headerNames: [],
    takesApiKey: true,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  createApiUser: {
    method: 'POST',
    path: '/v1/api-users',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: false,
    takesIdempotencyKey: true,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  updateApiUser: {
    method: 'PATCH',
    path: '/v1/api-users',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  listApiUsers: {
    method: 'GET',
    path: '/v1/api-users/list',
    queryNames: ['cursor'],
    headerNames: [],
    takesApiKey: true,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  createApiUserSubscription: {
    method: 'POST',
    path: '/v1/api-user-subscriptions',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: false,
    takesIdempotencyKey: true,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  updateApiUserSubscription: {
    method: 'PATCH',
    path: '/v1/api-user-subscriptions',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  automationAuth: {
    method: 'GET',
    path: '/automation/auth',
    queryNames: ['api_key'],
    headerNames: [],
    takesApiKey: false,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  automationSetup: {
    method: 'POST',
    path: '/automation/setup',
    queryNames: [],
    headerNames: ['id_token'],
    takesApiKey: false,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  subscribeWebhook: {
    method: 'POST',
    path: '/automation/sendBuyerInfo/subscribe',
    queryNames: ['api_key', 'web_url'],
    headerNames: [],
    takesApiKey: false,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  unsubscribeWebhook: {
    method: 'POST',
    path: '/automation/sendBuyerInfo/unsubscribe',
    queryNames: ['api_key', 'web_url', 'id'],
    headerNames: [],
    takesApiKey: false,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  listSubscriptions: {
    method: 'GET',
    path: '/automation/sendBuyerInfo/subscriptions',
    queryNames: ['api_key'],
    headerNames: [],
    takesApiKey: false,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  triggerWebhooks: {
    method: 'POST',
    path: '/automation/sendBuyerInfo/trigger',
    queryNames: ['normalize'],
    headerNames: [],
    takesApiKey: false,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 30000,
  },
  exampleBuyers: {
    method: 'GET',
    path: '/automation/sendBuyerInfo/example',
    queryNames: ['api_key'],
    headerNames: [],
    takesApiKey: false,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: false,
    mayAnswerNull: false,
    deadlineMs: 10000,
  },
  legacySearch: {
    method: 'POST',
    path: '/v1/search',
    queryNames: [],
    headerNames: [],
    takesApiKey: true,
    takesUserId: false,
    takesIdempotencyKey: true,
    offersDryRun: true,
    mayAnswerNull: false,
    deadlineMs: 30000,
  },
  legacyResults: {
    method: 'GET',
    path: '/v1/results',
    queryNames: ['keep_falsy'],
    headerNames: ['search-id'],
    takesApiKey: true,
    takesUserId: false,
    takesIdempotencyKey: false,
    offersDryRun: true,
    mayAnswerNull: false,
    deadlineMs: 30000,
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

/** Every error code of the API. */
export const ERROR_CODES = [
  'ADDRESS_NOT_FOUND',
  'ALREADY_EXISTS',
  'API_KEY_DEACTIVATED',
  'API_KEY_REQUIRED',
  'CALLER_ADDRESS_NOT_ALLOWED',
  'CONFLICTING_CREDENTIALS',
  'CSRF_TOKEN_INVALID',
  'ENDPOINT_NOT_AUTHORIZED',
  'HTTPS_REQUIRED',
  'IDEMPOTENCY_BODY_MISMATCH',
  'IDEMPOTENCY_IN_FLIGHT',
  'INSUFFICIENT_COMPARABLE_SALES',
  'INTERNAL',
  'INVALID_ADDRESS',
  'INVALID_API_KEY',
  'INVALID_REQUEST_BODY',
  'LIMIT_REACHED',
  'LOW_ADDRESS_CONFIDENCE',
  'METHOD_NOT_ALLOWED',
  'MONTHLY_LIMIT_EXCEEDED',
  'NON_RESIDENTIAL_PROPERTY_TYPE',
  'NOT_FOUND',
  'NO_BUYERS_FOUND',
  'PLAN_NOT_COVERED',
  'RATE_LIMIT_EXCEEDED',
  'ROLE_NOT_ALLOWED',
  'SEARCH_NOT_COMPLETED',
  'SEARCH_NOT_FOUND',
  'SEAT_NOT_ALLOWED',
  'SERVICE_UNAVAILABLE',
  'SIGN_IN_REQUIRED',
  'SUBSCRIPTION_INACTIVE',
  'TIMEOUT',
  'UPSTREAM_ERROR',
  'USER_INACTIVE',
  'USER_REQUIRED',
  'VALIDATION_ERROR',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** One method for each public operation. Each throws PlatError. */
export abstract class PlatOperations {
  /** Sends one operation and reads its response. */
  protected abstract send(
    name: OperationName,
    input: { body?: unknown; parameters?: object | undefined },
    options?: CallOptions,
  ): Promise<unknown>;

  /**
   * Complete a partial address.
   * Full addresses with coordinates for a partial address, city or ZIP code, best match first; an empty array when nothing matched.
   * `POST /v1/autocomplete`
   */
  autocomplete(body: AutocompleteRequest, options?: CallOptions): Promise<AutocompleteAnswer> {
    return this.send('autocomplete', { body }, options) as Promise<AutocompleteAnswer>;
  }

  /**
   * Find investors who bought near a property.
   * Flippers and landlords who recently bought near the subject, strongest match first, each with the best matching deal.The same address with the same filters returns the same buyers.
   * `POST /v1/buyer-search`
   */
  buyerSearch(
    body: BuyerSearchRequest & { async?: false | null | undefined },
    parameters?: BuyerSearchParameters,
    options?: CallOptions,
  ): Promise<BuyerSearchAnswer>;
  buyerSearch(
    body: BuyerSearchRequest & { async: true },
    parameters?: BuyerSearchParameters,
    options?: CallOptions,
  ): Promise<BuyerSearchPending>;
  buyerSearch(
    body: BuyerSearchRequest,
    parameters?: BuyerSearchParameters,
    options?: CallOptions,
  ): Promise<BuyerSearchAnswer | BuyerSearchPending>;
  buyerSearch(
    body: BuyerSearchRequest,
    parameters?: BuyerSearchParameters,
    options?: CallOptions,
  ): Promise<BuyerSearchAnswer | BuyerSearchPending> {
    return this.send('buyerSearch', { body, parameters }, options) as Promise<BuyerSearchAnswer | BuyerSearchPending>;
  }

  /**
   * Fetch the results of a background buyer search.
   * The buyers found; null while the search runs and when it failed. Never counted.
   * `GET /v1/buyer-search`
   */
  buyerSearchResults(
    parameters: BuyerSearchResultsParameters,
    options?: CallOptions,
  ): Promise<BuyerSearchResultsAnswer> {
    return this.send('buyerSearchResults', { parameters }, options) as Promise<BuyerSearchResultsAnswer>;
  }

  /**
   * Poll a background buyer search.
   * Pending until the search has completed or failed; error gives the reason for a failure. Never counted. Wait the seconds of Retry-After before the next request.
   * `GET /v1/buyer-search/status`
   */
  buyerSearchStatus(parameters: BuyerSearchStatusParameters, options?: CallOptions): Promise<BuyerSearchStatusAnswer> {
    return this.send('buyerSearchStatus', { parameters }, options) as Promise<BuyerSearchStatusAnswer>;
  }

  /**
   * Read how webhooks of the key are sent.
   * The secret that signs webhooks, whether failed calls are retried, and the URL that receives deals.
   * `GET /v1/webhook-settings`
   */
  webhookSettings(options?: CallOptions): Promise<WebhookSettingsAnswer> {
    return this.send('webhookSettings', {}, options) as Promise<WebhookSettingsAnswer>;
  }

  /**
   * Change how webhooks of the key are sent.
   * Omitted fields stay unchanged.
   * `PATCH /v1/webhook-settings`
   */
  updateWebhookSettings(
    body: UpdateWebhookSettingsRequest,
    options?: CallOptions,
  ): Promise<UpdateWebhookSettingsAnswer> {
    return this.send('updateWebhookSettings', { body }, options) as Promise<UpdateWebhookSettingsAnswer>;
  }

  /**
   * List sent and waiting webhooks of the key, with every attempt.
   * Newest first, pages of at most 100; kept as long as the results that they report.
   * `GET /v1/webhook-deliveries`
   */
  webhookDeliveries(parameters?: WebhookDeliveriesParameters, options?: CallOptions): Promise<WebhookDeliveriesAnswer> {
    return this.send('webhookDeliveries', { parameters }, options) as Promise<WebhookDeliveriesAnswer>;
  }

  /**
   * Send a webhook again.
   * Uses the same webhook-id, with contacts as they may be shown today. A finished webhook gets one more attempt; one waiting for a retry is sent now; one being sent is not sent twice.
   * `POST /v1/webhook-deliveries/replay`
   */
  replayWebhook(body: ReplayWebhookRequest, options?: CallOptions): Promise<ReplayWebhookAnswer> {
    return this.send('replayWebhook', { body }, options) as Promise<ReplayWebhookAnswer>;
  }

  /**
   * Comparable sales of a property.
   * The subject and at most ten comparable arm's length sales, most similar first, with estimates of its current value and its value after repair.
   * `POST /v1/retail-comps`
   */
  retailComps(body: RetailCompsRequest, options?: CallOptions): Promise<RetailCompsAnswer> {
    return this.send('retailComps', { body }, options) as Promise<RetailCompsAnswer>;
  }

  /**
   * The most to offer for a property.
   * The value after repair, the maximum offer under each rule (`rule * arv - repairs - assignment_fee`) with its range, the rent, and the prices that investors nearby paid. When `X-Value-Confidence` is `low`, read the range before the value. Counts like retail comps, under a separate allowance.
   * `POST /v1/offers`
   */
  offers(body: OffersRequest, options?: CallOptions): Promise<OffersAnswer> {
    return this.send('offers', { body }, options) as Promise<OffersAnswer>;
  }

  /**
   * Recent flips and rental purchases near a location, optionally ranked against a subject.
   * Nearest first. With subject_property_details: comps with a living area within half of the subject's and within two bedrooms and bathrooms, most similar first. Leaves out off-market purchases but includes institutions.
   * `POST /v1/investor-comps`
   */
  investorComps(body: InvestorCompsRequest, options?: CallOptions): Promise<InvestorCompsAnswer> {
    return this.send('investorComps', { body }, options) as Promise<InvestorCompsAnswer>;
  }

  /**
   * Flips and rentals of one buyer.
   * Portfolio statistics over every matching deal, and at most 250 deals, most recent sale first. Strict: the buyer with exactly this name, including similar names at its mailing addresses, or exactly this address.Wide adds owners at a mailing address of that buyer, similar names in its ZIP codes, or the other units of the building. Leaves out off-market purchases.
   * `POST /v1/linked-deals`
   */
  linkedDeals(body: LinkedDealsRequest, options?: CallOptions): Promise<LinkedDealsAnswer> {
    return this.send('linkedDeals', { body }, options) as Promise<LinkedDealsAnswer>;
  }

  /**
   * Profile of one buyer.
   * The names, counties, buy box, holdings and linked names of a buyer. Buyer search returns the id with `explain: "full"`. The id stays the same through later imports. The id of a merged buyer returns the buyer that it was merged into. Counts against the allowance of linked deals.
   * `GET /v1/buyers`
   */
  buyers(parameters: BuyersParameters, options?: CallOptions): Promise<BuyerProfile> {
    return this.send('buyers', { parameters }, options) as Promise<BuyerProfile>;
  }

  /**
   * Recent flips and rental purchases near a location.
   * Flips and rental purchases of the last 24 months, closest first, at most 100. The radius is 2 miles and grows to 5 and 10 until it holds 50.Addresses have no house numbers or units. Coordinates are offset by 100 to 600 feet, by the same amount for one place each time; distance and orderfollow from the offset point. Prices and dates are exact, so public records can reveal the property.
   * `POST /v1/analytics-search`
   */
  analyticsSearch(body: AnalyticsSearchRequest, options?: CallOptions): Promise<AnalyticsSearchAnswer> {
    return this.send('analyticsSearch', { body }, options) as Promise<AnalyticsSearchAnswer>;
  }

  /**
   * Market metrics near a location.
   * Counts of flips and rental purchases within 1, 2, 5 and 10 miles (cumulative), and what flippers and landlords paid within themetrics radius. Low and high are the 33rd and 67th percentile, so an average may lie outside. A landlord purchase is aggressive when the pricefor its expected rent is more than 15 % above the local median, and conservative when more than 15 % below. Without a rent it is neither.
   * `POST /v1/analytics-summary`
   */
  analyticsSummary(body: AnalyticsSummaryRequest, options?: CallOptions): Promise<AnalyticsSummary> {
    return this.send('analyticsSummary', { body }, options) as Promise<AnalyticsSummary>;
  }

  /**
   * Measured quality of values, matches and owner links.
   * How close estimates came to later sales, how high actual buyers ranked, and how well owner names are joined, as measured when the dataset was published.
   * `GET /v1/accuracy`
   */
  accuracy(options?: CallOptions): Promise<AccuracyAnswer> {
    return this.send('accuracy', {}, options) as Promise<AccuracyAnswer>;
  }

  /**
   * Counties with imported records.
   * What the records of each county contain and when they end. With an address, or latitude and longitude: only the county there, or none outside the imported counties.
   * `GET /v1/coverage`
   */
  coverage(parameters?: CoverageParameters, options?: CallOptions): Promise<CoverageAnswer> {
    return this.send('coverage', { parameters }, options) as Promise<CoverageAnswer>;
  }

  /**
   * Limits and usage of this month.
   * For each counted endpoint: the monthly limit, the requests counted so far, and the remainder. Test keys are never counted.
   * `GET /v1/usage`
   */
  usage(options?: CallOptions): Promise<UsageAnswer> {
    return this.send('usage', {}, options) as Promise<UsageAnswer>;
  }

  /**
   * Read the account and its plans.
   * The account of the key, the endpoints that the key may call, and the plans available for end users.
   * `GET /v1/api-credentials`
   */
  apiCredentials(options?: CallOptions): Promise<Account> {
    return this.send('apiCredentials', {}, options) as Promise<Account>;
  }

  /**
   * Read an end user, the user's subscriptions and this month's usage.
   * 404 for a user that this key did not create. Usage is for the current calendar month in UTC.
   * `GET /v1/api-users`
   */
  getApiUser(parameters: GetApiUserParameters, options?: CallOptions): Promise<UserDetails> {
    return this.send('getApiUser', { parameters }, options) as Promise<UserDetails>;
  }

  /**
   * Create an end user.
   * user_id is your own identifier and is unique for each key; a second user with the same user_id is 409. Then assign a plan: without one the user may call no endpoint.
   * `POST /v1/api-users`
   */
  createApiUser(body: CreateApiUserRequest, options?: CallOptions): Promise<User> {
    return this.send('createApiUser', { body }, options) as Promise<User>;
  }

  /**
   * Activate or deactivate an end user.
   * Deactivating a user deactivates all of the user's subscriptions; they stay inactive when the user is activated again.
   * `PATCH /v1/api-users`
   */
  updateApiUser(body: UpdateApiUserRequest, options?: CallOptions): Promise<User> {
    return this.send('updateApiUser', { body }, options) as Promise<User>;
  }

  /**
   * List the end users of the key.
   * Pages of at most 100, sorted by the bytes of user_id.
   * `GET /v1/api-users/list`
   */
  listApiUsers(parameters?: ListApiUsersParameters, options?: CallOptions): Promise<ListApiUsersAnswer> {
    return this.send('listApiUsers', { parameters }, options) as Promise<ListApiUsersAnswer>;
  }

  /**
   * Assign a plan to an end user.
   * Limits of several active subscriptions add up.
   * `POST /v1/api-user-subscriptions`
   */
  createApiUserSubscription(body: CreateApiUserSubscriptionRequest, options?: CallOptions): Promise<Subscription> {
    return this.send('createApiUserSubscription', { body }, options) as Promise<Subscription>;
  }

  /**
   * Activate or deactivate a subscription.
   * Limits change at once. A subscription of an inactive user cannot be changed and gives 404.
   * `PATCH /v1/api-user-subscriptions`
   */
  updateApiUserSubscription(body: UpdateApiUserSubscriptionRequest, options?: CallOptions): Promise<Subscription> {
    return this.send('updateApiUserSubscription', { body }, options) as Promise<Subscription>;
  }

  /**
   * Test an automation key.
   * Returns the e-mail address of the key's user. Automation platforms call it when a user connects.
   * `GET /automation/auth`
   */
  automationAuth(parameters: AutomationAuthParameters, options?: CallOptions): Promise<AutomationAuthAnswer> {
    return this.send('automationAuth', { parameters }, options) as Promise<AutomationAuthAnswer>;
  }

  /**
   * Create or replace the automation key of a user.
   * Existing subscriptions stay. At most 5 times an hour for one user.
   * `POST /automation/setup`
   */
  automationSetup(
    body: AutomationSetupRequest,
    parameters: AutomationSetupParameters,
    options?: CallOptions,
  ): Promise<AutomationSetupAnswer> {
    return this.send('automationSetup', { body, parameters }, options) as Promise<AutomationSetupAnswer>;
  }

  /**
   * Subscribe a webhook URL.
   * The parameters may also be sent as a JSON body (`api_key`, and `web_url`, `target_url` or `url`), the key in `x-api-key`. Subscribing a URL again succeeds and returns the same `id`. At most 100 URLs.
   * `POST /automation/sendBuyerInfo/subscribe`
   */
  subscribeWebhook(parameters: SubscribeWebhookParameters, options?: CallOptions): Promise<SubscribeWebhookAnswer> {
    return this.send('subscribeWebhook', { parameters }, options) as Promise<SubscribeWebhookAnswer>;
  }

  /**
   * Unsubscribe a webhook URL.
   * Names the subscription by `web_url` or by `id`. Unsubscribing an unknown one succeeds too. `DELETE` works as well, and the parameters may be sent as for subscribing.
   * `POST /automation/sendBuyerInfo/unsubscribe`
   */
  unsubscribeWebhook(
    parameters: UnsubscribeWebhookParameters,
    options?: CallOptions,
  ): Promise<UnsubscribeWebhookAnswer> {
    return this.send('unsubscribeWebhook', { parameters }, options) as Promise<UnsubscribeWebhookAnswer>;
  }

  /**
   * List subscribed webhook URLs.
   * Oldest first. The key may also be sent in `x-api-key`.
   * `GET /automation/sendBuyerInfo/subscriptions`
   */
  listSubscriptions(parameters: ListSubscriptionsParameters, options?: CallOptions): Promise<ListSubscriptionsAnswer> {
    return this.send('listSubscriptions', { parameters }, options) as Promise<ListSubscriptionsAnswer>;
  }

  /**
   * Send a buyer record to every subscribed URL.
   * Posts buyerData to every URL that the user has subscribed. A failing URL does not stop the others; errors names it.
   * `POST /automation/sendBuyerInfo/trigger`
   */
  triggerWebhooks(
    body: TriggerWebhooksRequest,
    parameters?: TriggerWebhooksParameters,
    options?: CallOptions,
  ): Promise<TriggerWebhooksAnswer> {
    return this.send('triggerWebhooks', { body, parameters }, options) as Promise<TriggerWebhooksAnswer>;
  }

  /**
   * Sample buyer records.
   * Records with every field that a buyer record can have, so that an automation platform can offer them for mapping. The people are invented.
   * `GET /automation/sendBuyerInfo/example`
   */
  exampleBuyers(parameters: ExampleBuyersParameters, options?: CallOptions): Promise<ExampleBuyersAnswer> {
    return this.send('exampleBuyers', { parameters }, options) as Promise<ExampleBuyersAnswer>;
  }

  /**
   * Start a buyer search.
   * Returns the parsed address at once; the search runs in the background.
   * `POST /v1/search`
   */
  legacySearch(body: LegacySearchRequest, options?: CallOptions): Promise<LegacySearchAnswer> {
    return this.send('legacySearch', { body }, options) as Promise<LegacySearchAnswer>;
  }

  /**
   * Fetch the results of a completed search.
   * Empty and falsy fields are null. Fetch the results again each time you show them; do not store them.
   * `GET /v1/results`
   */
  legacyResults(parameters: LegacyResultsParameters, options?: CallOptions): Promise<LegacyResultsAnswer> {
    return this.send('legacyResults', { parameters }, options) as Promise<LegacyResultsAnswer>;
  }
}
