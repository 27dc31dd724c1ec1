import {
  type AnyEndpoint,
  type EndpointName,
  type EndpointPolicy,
  KEY_KINDS,
  type MeteredEndpointName,
  type Metering,
} from './endpoint.ts';

/** Deadlines of whole requests. */
export const DEADLINE_MS = {
  buyerSearch: 30_000,
  analytics: 15_000,
  lookup: 10_000,
  account: 10_000,
  /** Leaves room for receivers that use their 25 seconds. */
  trigger: 30_000,
  internal: 10_000,
} as const;

/** Policy of an endpoint that returns property data to subscriber and enterprise keys. */
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

/** Policy of reads that any key may make and that count nowhere. */
export const UNCOUNTED_POLICY: EndpointPolicy = {
  name: null,
  keyKinds: KEY_KINDS,
  missingKeyStatus: 401,
  missingUserStatus: null,
  metering: { counts: 'never' },
  allowance: null,
  deadlineMs: DEADLINE_MS.lookup,
  usageHeaders: true,
};

/** Policy of account management: enterprise keys, on behalf of the key itself. */
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

/** Policy of the automation endpoints, whose separate keys are in the query or body. */
export const automationPolicy = (deadlineMs: number): EndpointPolicy => ({ ...INTERNAL_POLICY, deadlineMs });

/** Policy of the earlier API: its own keys and limits, and 400 for a missing key. */
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

/** Policy of webhook settings and deliveries: not counted, open to any key, on behalf of the key itself. */
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

/** True when callers may send `Idempotency-Key`: POSTs with an API key can be repeated safely. */
export const takesIdempotencyKey = ({ audience, method, policy }: AnyEndpoint): boolean =>
  audience === 'public' && method === 'POST' && policy.missingKeyStatus !== null;

/** True when callers may send `X-Dry-Run`: counted endpoints. */
export const offersDryRun = ({ audience, policy }: AnyEndpoint): boolean =>
  audience === 'public' && policy.allowance !== null;

/** True where a session of the console may stand in place of a key. Webhooks and their secret belong to one key. */
export const takesSession = ({ policy }: AnyEndpoint): boolean => policy !== WEBHOOK_POLICY;
