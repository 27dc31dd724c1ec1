import {
  type AnyEndpoint,
  type EndpointName,
  type EndpointPolicy,
  KEY_KINDS,
  type MeteredEndpointName,
  type Metering,
} from './endpoint.ts';

/** Whole-request deadlines (decision 74). */
export const DEADLINE_MS = {
  buyerSearch: 30_000,
  analytics: 15_000,
  lookup: 10_000,
  account: 10_000,
  /** Room for receivers that take their 25 seconds (decision 101). */
  trigger: 30_000,
  internal: 10_000,
} as const;

/** Policy of an endpoint that answers property data to subscriber and enterprise keys (doc 1 sections 4 and 5). */
export const dataPolicy = (
  name: MeteredEndpointName,
  metering: Metering,
  deadlineMs: number,
  missing: { keyStatus?: 400 | 401; userStatus: 400 | 401 },
): EndpointPolicy => ({
  name,
  keyKinds: ['subscriber', 'enterprise'],
  missingKeyStatus: missing.keyStatus ?? 401,
  missingUserStatus: missing.userStatus,
  metering,
  allowance: metering.counts === 'never' ? null : name,
  deadlineMs,
  usageHeaders: true,
});

/** Policy of account management: enterprise keys, on behalf of the key itself (doc 1 section 4 rule 1). */
export const accountPolicy = (name: EndpointName): EndpointPolicy => ({
  name,
  keyKinds: ['enterprise'],
  missingKeyStatus: 401,
  missingUserStatus: null,
  metering: { counts: 'never' },
  allowance: null,
  deadlineMs: DEADLINE_MS.account,
  usageHeaders: true,
});

/** Policy of an endpoint that only services with an internal token reach. */
export const INTERNAL_POLICY: EndpointPolicy = {
  name: null,
  keyKinds: [],
  missingKeyStatus: null,
  missingUserStatus: null,
  metering: { counts: 'never' },
  allowance: null,
  deadlineMs: DEADLINE_MS.internal,
  usageHeaders: false,
};

/** Policy of the automation endpoints, which carry keys of their own in query or body (doc 2 section 5). */
export const automationPolicy = (deadlineMs: number): EndpointPolicy => ({ ...INTERNAL_POLICY, deadlineMs });

/** Policy of the earlier API: keys and limits of its own, and 400 for a missing key (doc 3, decisions 114 and 118). */
export const LEGACY_SEARCH_POLICY: EndpointPolicy = {
  name: null,
  keyKinds: ['legacy_search'],
  missingKeyStatus: 400,
  missingUserStatus: null,
  metering: { counts: 'each_success' },
  allowance: 'legacy_search',
  deadlineMs: DEADLINE_MS.buyerSearch,
  usageHeaders: true,
};

/** Policy of what a caller sets and reads of the webhooks of a key: free, for any key, on behalf of the key itself. */
export const WEBHOOK_POLICY: EndpointPolicy = {
  name: null,
  keyKinds: KEY_KINDS,
  missingKeyStatus: 401,
  missingUserStatus: null,
  metering: { counts: 'never' },
  allowance: null,
  deadlineMs: DEADLINE_MS.account,
  usageHeaders: true,
};

/** Whether callers may send `Idempotency-Key`: what they post with an API key can be repeated safely. */
export const takesIdempotencyKey = ({ audience, method, policy }: AnyEndpoint): boolean =>
  audience === 'public' && method === 'POST' && policy.missingKeyStatus !== null;

/** Whether callers may send `X-Dry-Run`: endpoints that count. */
export const offersDryRun = ({ audience, policy }: AnyEndpoint): boolean =>
  audience === 'public' && policy.allowance !== null;
