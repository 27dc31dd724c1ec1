import { type AllowanceName, METERED_ENDPOINT_NAMES } from '@plat/contracts';
import { notFound } from '../not-found.ts';
import { type Counter, remainingOf, resetsAt } from './allowance.ts';
import { agreedLimit, type OwnLimit, subscriberLimit } from './limits.ts';
import type { UsageDeps } from './ports.ts';
import { limitOf, ownerOf } from './standing.ts';

/** One owner's usage of one endpoint in a month. */
export interface UsageLine {
  endpoint: AllowanceName;
  /** The current limit, also for earlier months; null: never counted, or a sum over end users with separate limits. */
  limit: number | null;
  used: number;
  /** Held by running requests. */
  reserved: number;
  remaining: number | null;
  /** Companies only: the part of `used` that counts against `limit`. */
  used_in_pool?: number;
}

/** Monthly usage for operators, whatever the state of the key. */
export interface UsageOverview {
  /** First day of the month (UTC). */
  month: string;
  /** Owner of the usage. `users_of_key` is the sum over all end users of an enterprise key. */
  scope: 'company' | 'key' | 'user' | 'users_of_key';
  endpoints: UsageLine[];
  /** ISO 8601. */
  resets_at: string;
}

const NOTHING: Counter = { used: 0, reserved: 0 };

/**
 * Usage of all a company's keys. Limit and remaining belong to the pool that subscriber keys and the companion
 * application share; end users and legacy keys have separate limits.
 */
export async function usageOfCompany(
  { ledger, clock }: UsageDeps,
  company: { id: string; limits: ReadonlyArray<OwnLimit & { endpoint: AllowanceName }> },
  month: string,
): Promise<UsageOverview> {
  const nowMs = clock.nowMs();
  const [pool, others] = await Promise.all([
    ledger.counters(company.id, month, nowMs),
    ledger.countersOfKeys({ companyId: company.id }, month, nowMs),
  ]);
  const endpoints = others.has('legacy_search')
    ? [...METERED_ENDPOINT_NAMES, 'legacy_search' as const]
    : METERED_ENDPOINT_NAMES;
  return overview('company', month, endpoints, (endpoint) => {
    const [own, other] = [pool.get(endpoint) ?? NOTHING, others.get(endpoint) ?? NOTHING];
    const limit = subscriberLimit(endpoint, agreedLimit(company.limits, endpoint));
    const used = own.used + other.used;
    const reserved = own.reserved + other.reserved;
    return { limit, used, reserved, remaining: remainingUnder(limit, own), used_in_pool: own.used };
  });
}

/**
 * The allowance that a key uses: its company's pool (subscriber), an end user's (enterprise) or its own. An
 * enterprise key without an end user returns the sum over its end users.
 * @throws AppError NOT_FOUND for an unknown key or end user.
 */
export async function usageOfKey(
  { ledger, clock }: UsageDeps,
  keyId: string,
  userId: string | null,
  month: string,
): Promise<UsageOverview> {
  const nowMs = clock.nowMs();
  const callers = await ledger.callers(keyId, userId);
  const caller = callers.get('buyer_search');
  if (caller === undefined) throw notFound('key', keyId);
  if (caller.kind === 'enterprise' && userId === null) {
    const sums = await ledger.countersOfKeys({ keyId }, month, nowMs);
    return overview('users_of_key', month, METERED_ENDPOINT_NAMES, (endpoint) => ({
      limit: null,
      remaining: null,
      ...(sums.get(endpoint) ?? NOTHING),
    }));
  }
  if (caller.kind === 'enterprise' && caller.endUser === null) throw notFound('user', userId ?? '');
  const counters = await ledger.counters(ownerOf(caller), month, nowMs);
  const endpoints = caller.kind === 'legacy_search' ? (['legacy_search'] as const) : METERED_ENDPOINT_NAMES;
  return overview(caller.kind === 'enterprise' ? 'user' : 'key', month, endpoints, (endpoint) => {
    const counter = counters.get(endpoint) ?? NOTHING;
    const limit = caller.isTest ? null : (limitOf(callers.get(endpoint) ?? caller, endpoint) ?? 0);
    return { limit, ...counter, remaining: remainingUnder(limit, counter) };
  });
}

const remainingUnder = (limit: number | null, counter: Counter): number | null =>
  limit === null ? null : remainingOf(limit, counter);

const overview = (
  scope: UsageOverview['scope'],
  month: string,
  endpoints: readonly AllowanceName[],
  lineOf: (endpoint: AllowanceName) => Omit<UsageLine, 'endpoint'>,
): UsageOverview => ({
  month,
  scope,
  endpoints: endpoints.map((endpoint) => ({ endpoint, ...lineOf(endpoint) })),
  resets_at: resetsAt(month),
});
