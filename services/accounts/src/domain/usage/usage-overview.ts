import { type AllowanceName, METERED_ENDPOINT_NAMES } from '@plat/contracts';
import { notFound } from '../not-found.ts';
import { type Counter, remainingOf, resetsAt } from './allowance.ts';
import { type OwnLimit, subscriberLimit } from './limits.ts';
import type { UsageDeps } from './ports.ts';
import { limitOf, ownerOf } from './standing.ts';

/** What somebody used of one endpoint in a month. */
export interface UsageLine {
  endpoint: AllowanceName;
  /** The one that applies now, also to an earlier month; null: never counted, or a sum over end users with limits each. */
  limit: number | null;
  used: number;
  /** Held by requests that run. */
  reserved: number;
  remaining: number | null;
  /** Companies only: the part of `used` that counts against `limit`. */
  used_in_pool?: number;
}

/** What somebody used in a month, for operators: whether or not the key may be used now. */
export interface UsageOverview {
  /** First day of the month (UTC). */
  month: string;
  /** Whose usage it is. `users_of_key` adds up all end users of an enterprise key. */
  scope: 'company' | 'key' | 'user' | 'users_of_key';
  endpoints: UsageLine[];
  /** ISO 8601. */
  resets_at: string;
}

const NOTHING: Counter = { used: 0, reserved: 0 };

/**
 * Everything that a company's keys used. Limit and remaining are those of the pool that its subscriber keys and its own
 * application share; end users of enterprise keys and keys of the earlier API have limits of their own.
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
    const limit = subscriberLimit(
      endpoint,
      company.limits.find((agreed) => agreed.endpoint === endpoint),
    );
    const used = own.used + other.used;
    const reserved = own.reserved + other.reserved;
    return { limit, used, reserved, remaining: remainingUnder(limit, own), used_in_pool: own.used };
  });
}

/**
 * What a key draws on: the pool of its company (subscriber), an end user's allowance (enterprise) or its own. An
 * enterprise key without an end user is the sum over all of its end users.
 * @throws AppError NOT_FOUND when there is no such key, or the key has no such end user.
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
      ...{ limit: null, remaining: null },
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
  ...{ month, scope },
  endpoints: endpoints.map((endpoint) => ({ endpoint, ...lineOf(endpoint) })),
  resets_at: resetsAt(month),
});
