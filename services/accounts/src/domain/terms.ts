import { DAY_MS } from '@plat/kit/clock';
import type { PlanLimits } from './keys/ports.ts';

/** Bounds for keys, plans and companies, apart from the checks so that other code can display them. */
export const MAX_RATE_LIMIT = 100_000;
export const MAX_MONTHLY_LIMIT = 2_147_483_647;
export const MAX_OVERLAP_MS = 30 * DAY_MS;

export const PLAN_LIMITS = [
  'autocomplete_limit',
  'analytics_search_limit',
  'buyer_search_limit',
  'investor_comps_limit',
  'retail_comps_limit',
  'linked_deals_limit',
] as const satisfies readonly (keyof PlanLimits)[];

/** Dimensions of a usage report. */
export const REPORT_DIMENSIONS = ['company', 'key', 'user', 'endpoint'] as const;
export type ReportDimension = (typeof REPORT_DIMENSIONS)[number];
