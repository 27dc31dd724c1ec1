import type { AllowanceName, MeteredEndpointName, Plan } from '@plat/contracts';

type PlanLimitName = Extract<keyof Plan, `${string}_limit`>;
/** Sums of monthly plan limits; null without a plan. */
export type PlanLimitSums = Record<PlanLimitName, number | null>;

/** A company's limits for an endpoint that differ from the documented one; null: no such limit. */
export interface OwnLimit {
  /** Limit of the company's own plan, for example during a trial. */
  planLimit: number | null;
  /** Agreed for the API. */
  customLimit: number | null;
}

/** Default monthly limits of a company's subscriber keys (docs/rules/limits.md). */
export const SUBSCRIBER_LIMITS: Readonly<Record<MeteredEndpointName, number>> = {
  buyer_search: 25,
  analytics_search: 100,
  analytics_summary: 100,
  retail_comps: 100,
  investor_comps: 100,
  linked_deals: 100,
  offers: 100,
  autocomplete: 10_000,
};

/**
 * Plan limit of each endpoint. Analytics search and summary share one limit, and so do retail comps and offers, but
 * each has its own counter.
 */
const PLAN_LIMIT_NAMES: Readonly<Record<MeteredEndpointName, PlanLimitName>> = {
  buyer_search: 'buyer_search_limit',
  analytics_search: 'analytics_search_limit',
  analytics_summary: 'analytics_search_limit',
  retail_comps: 'retail_comps_limit',
  investor_comps: 'investor_comps_limit',
  linked_deals: 'linked_deals_limit',
  offers: 'retail_comps_limit',
  autocomplete: 'autocomplete_limit',
};

/** The endpoint whose agreed limit applies to another one without its own. */
export const LIMITED_LIKE: Readonly<Partial<Record<AllowanceName, AllowanceName>>> = { offers: 'retail_comps' };

/** The agreed limit of a company for an endpoint, or for the one in `LIMITED_LIKE`. */
export function agreedLimit<Limit extends { endpoint: AllowanceName }>(
  limits: readonly Limit[],
  endpoint: AllowanceName,
): Limit | undefined {
  const of = (name: AllowanceName | undefined) => limits.find((limit) => limit.endpoint === name);
  return of(endpoint) ?? of(LIMITED_LIKE[endpoint]);
}

const isMetered = (endpoint: AllowanceName): endpoint is MeteredEndpointName => endpoint in SUBSCRIBER_LIMITS;

/**
 * Monthly limit of a company's subscriber keys: the agreed one, otherwise the documented one, but at most that of
 * the company's own plan (docs/rules/limits.md). null: no such endpoint.
 */
export function subscriberLimit(endpoint: AllowanceName, own: OwnLimit | undefined): number | null {
  if (!isMetered(endpoint)) return null;
  return Math.min(own?.customLimit ?? SUBSCRIBER_LIMITS[endpoint], own?.planLimit ?? Number.POSITIVE_INFINITY);
}

/**
 * Monthly limit of an end user: the sum over the active subscriptions (docs/rules/limits.md). null: no plan covers
 * the endpoint.
 */
export function endUserLimit(endpoint: AllowanceName, sums: PlanLimitSums | null): number | null {
  const limit = isMetered(endpoint) ? (sums?.[PLAN_LIMIT_NAMES[endpoint]] ?? 0) : 0;
  return limit > 0 ? limit : null;
}

/** Monthly limit of a legacy key, for legacy searches only; null: not covered. */
export const legacyLimit = (endpoint: AllowanceName, monthlyLimit: number | null): number | null =>
  endpoint === 'legacy_search' ? monthlyLimit : null;
