import { type AllowanceName, METERED_ENDPOINT_NAMES, type ResponseOf, type usage } from '@plat/contracts';
import { AppError } from '@plat/kit';
import { monthOf, shownAllowance } from './allowance.ts';
import type { UsageDeps } from './ports.ts';
import { type CallerFacts, limitOf, ownerOf } from './standing.ts';

/**
 * Limit, usage and rest of this month for every endpoint of this kind of key; for an enterprise key, those of the
 * end user. An endpoint outside all plans has limit 0.
 * @throws AppError INVALID_API_KEY or USER_INACTIVE if the key or end user is missing or inactive.
 */
export async function usageOfCaller(
  { ledger, clock }: UsageDeps,
  keyId: string,
  userId: string | null,
): Promise<ResponseOf<typeof usage>> {
  const callers = await ledger.callers(keyId, userId);
  const caller = callers.get('buyer_search');
  if (caller === undefined || !caller.isActive) throw new AppError('INVALID_API_KEY', 'The API key is not active');
  if (caller.kind === 'enterprise' && caller.endUser?.isActive !== true) {
    throw new AppError('USER_INACTIVE', 'There is no active user with this x-user-id');
  }
  const nowMs = clock.nowMs();
  const month = monthOf(nowMs);
  const counters = await ledger.counters(ownerOf(caller), month, nowMs);
  return {
    endpoints: endpointsOf(caller).map((endpoint) => {
      const counter = counters.get(endpoint) ?? { used: 0, reserved: 0 };
      const limit = caller.isTest ? null : (limitOf(callers.get(endpoint) ?? caller, endpoint) ?? 0);
      return { endpoint, used: caller.isTest ? 0 : counter.used, ...shownAllowance(limit, counter, month) };
    }),
  };
}

const endpointsOf = (caller: CallerFacts): readonly AllowanceName[] =>
  caller.kind === 'legacy_search' ? ['legacy_search'] : METERED_ENDPOINT_NAMES;
