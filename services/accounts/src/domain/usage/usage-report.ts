import { type AllowanceName, METERED_ENDPOINT_NAMES } from '@plat/contracts';
import { validationError } from '@plat/kit';
import { notFound } from '../not-found.ts';
import { remainingOf, resetsAt } from './allowance.ts';
import { type OwnLimit, subscriberLimit } from './limits.ts';
import type { UsageDeps } from './ports.ts';
import { limitOf, ownerOf } from './standing.ts';

/** What somebody used in a month, for operators: whether or not the key may be used now. */
export interface UsageReport {
  /** First day of the month (UTC). */
  month: string;
  endpoints: Array<{
    endpoint: AllowanceName;
    /** The one that applies now, also to an earlier month; null: never counted. */
    limit: number | null;
    used: number;
    /** Held by requests that run. */
    reserved: number;
    remaining: number | null;
  }>;
  /** ISO 8601. */
  resets_at: string;
}

/** The pool that all subscriber keys of a company and its own application share. */
export const usageReportOfCompany = (
  deps: UsageDeps,
  company: { id: string; limits: ReadonlyArray<OwnLimit & { endpoint: AllowanceName }> },
  month: string,
): Promise<UsageReport> =>
  report(deps, company.id, METERED_ENDPOINT_NAMES, month, (endpoint) =>
    subscriberLimit(
      endpoint,
      company.limits.find((own) => own.endpoint === endpoint),
    ),
  );

/**
 * What a key draws on: the pool of its company (subscriber), an end user's allowance (enterprise) or its own.
 * @throws AppError VALIDATION_ERROR when an enterprise key comes without an end user, NOT_FOUND when it has no such one.
 */
export async function usageReportOfKey(
  deps: UsageDeps,
  keyId: string,
  userId: string | null,
  month: string,
): Promise<UsageReport> {
  const callers = await deps.ledger.callers(keyId, userId);
  const caller = callers.get('buyer_search');
  if (caller === undefined) throw notFound('key', keyId);
  if (caller.kind === 'enterprise' && caller.endUser === null) {
    if (userId !== null) throw notFound('user', userId);
    throw validationError([{ field: 'user', problem: 'is required: usage of an enterprise key is per end user' }]);
  }
  const endpoints = caller.kind === 'legacy_search' ? (['legacy_search'] as const) : METERED_ENDPOINT_NAMES;
  return report(deps, ownerOf(caller), endpoints, month, (endpoint) =>
    caller.isTest ? null : (limitOf(callers.get(endpoint) ?? caller, endpoint) ?? 0),
  );
}

async function report(
  { ledger, clock }: UsageDeps,
  ownerId: string,
  endpoints: readonly AllowanceName[],
  month: string,
  limitFor: (endpoint: AllowanceName) => number | null,
): Promise<UsageReport> {
  const counters = await ledger.counters(ownerId, month, clock.nowMs());
  return {
    month,
    endpoints: endpoints.map((endpoint) => {
      const counter = counters.get(endpoint) ?? { used: 0, reserved: 0 };
      const limit = limitFor(endpoint);
      return { endpoint, limit, ...counter, remaining: limit === null ? null : remainingOf(limit, counter) };
    }),
    resets_at: resetsAt(month),
  };
}
