import type { AllowanceName, MeteredEndpointName, Plan } from '@plat/contracts';

type PlanLimitName = Extract<keyof Plan, `${string}_limit`>;
/** Monthly limits of several plans added up; null where there is no plan. */
export type PlanLimitSums = Record<PlanLimitName, number | null>;

/** What a company's subscriber keys may use of an endpoint where that differs from the documented limit; null: no such part. */
export interface OwnLimit {
  /** Of the plan of the company's own subscription, such as in a trial. */
  planLimit: number | null;
  /** Agreed for the API. */
  customLimit: number | null;
}

/** Monthly limits of a company's subscriber keys where nothing else was agreed (doc 1 section 8). */
export const SUBSCRIBER_LIMITS: Readonly<Record<MeteredEndpointName, number>> = {
  buyer_search: 25,
  analytics_search: 100,
  analytics_summary: 100,
  retail_comps: 100,
  investor_comps: 100,
  linked_deals: 100,
  autocomplete: 10_000,
};

/** The limit of a plan that each endpoint draws on; analytics search and summary share one, counted separately. */
const PLAN_LIMIT_NAMES: Readonly<Record<MeteredEndpointName, PlanLimitName>> = {
  buyer_search: 'buyer_search_limit',
  analytics_search: 'analytics_search_limit',
  analytics_summary: 'analytics_search_limit',
  retail_comps: 'retail_comps_limit',
  investor_comps: 'investor_comps_limit',
  linked_deals: 'linked_deals_limit',
  autocomplete: 'autocomplete_limit',
};

const isMetered = (endpoint: AllowanceName): endpoint is MeteredEndpointName => endpoint in SUBSCRIBER_LIMITS;

/**
 * What a company's subscriber keys may use in a month: what was agreed for the API, else the documented limit, but no
 * more than the plan of the company's subscription (doc 1 section 8 rule 2, decision E.20). null: no such endpoint.
 */
export function subscriberLimit(endpoint: AllowanceName, own: OwnLimit | undefined): number | null {
  if (!isMetered(endpoint)) return null;
  return Math.min(own?.customLimit ?? SUBSCRIBER_LIMITS[endpoint], own?.planLimit ?? Number.POSITIVE_INFINITY);
}

/**
 * What an end user may use in a month, from the limits of the active subscriptions added up (decision 72). null: not
 * covered by any of them.
 */
export function endUserLimit(endpoint: AllowanceName, sums: PlanLimitSums | null): number | null {
  const limit = isMetered(endpoint) ? (sums?.[PLAN_LIMIT_NAMES[endpoint]] ?? 0) : 0;
  return limit > 0 ? limit : null;
}

/** What a key of the earlier API may use in a month: its own limit, for its searches alone. null: not covered. */
export const legacyLimit = (endpoint: AllowanceName, monthlyLimit: number | null): number | null =>
  endpoint === 'legacy_search' ? monthlyLimit : null;
