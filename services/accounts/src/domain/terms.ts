import type { PlanLimits } from './keys/ports.ts';

/** Bounds of what keys, plans and companies can be given; without what checks them, for whoever shows them. */
export const MAX_RATE_LIMIT = 100_000;
export const MAX_MONTHLY_LIMIT = 2_147_483_647;
export const MAX_OVERLAP_MS = 30 * 86_400_000;

export const PLAN_LIMITS = [
  'autocomplete_limit',
  'analytics_search_limit',
  'buyer_search_limit',
  'investor_comps_limit',
  'retail_comps_limit',
  'linked_deals_limit',
] as const satisfies readonly (keyof PlanLimits)[];

/** What a usage report can be broken down by. */
export const REPORT_DIMENSIONS = ['company', 'key', 'user', 'endpoint'] as const;
export type ReportDimension = (typeof REPORT_DIMENSIONS)[number];
