import type { AllowanceName, KeyKind } from '@plat/contracts';
import type { Sql, Transaction } from '@plat/db';
import { LIMITED_LIKE, type OwnLimit, type PlanLimitSums } from '../../domain/usage/limits.ts';
import type { CallerFacts } from '../../domain/usage/standing.ts';

/** A caller of an endpoint: a key, with the end user by the caller's id or ours. */
export interface Asked {
  keyId: string;
  /** `x-user-id`, or the owner of an allowance that the key used. */
  who: string | null;
  endpoint: AllowanceName;
}

interface CallerRow extends OwnLimit, PlanLimitSums {
  place: number;
  keyId: string;
  kind: KeyKind;
  companyId: string;
  isActive: boolean;
  isTest: boolean;
  monthlyLimit: number | null;
  endUserId: string | null;
  isUserActive: boolean | null;
}

/** Columns for `unnest`. PostgreSQL text cannot hold NUL, and no end user id contains one. */
export const requestColumns = (asked: readonly Asked[]) => ({
  keys: asked.map(({ keyId }) => keyId),
  whos: asked.map(({ who }) => (who?.includes('\0') ? null : who)),
  endpoints: asked.map(({ endpoint }) => endpoint),
});

/**
 * Locks the end users of a batch, so that changes to them and their subscriptions wait for this transaction, and
 * later reads see earlier changes. Sends the query before it returns.
 */
export function lockEndUsers(tx: Transaction, asked: readonly Asked[]): Promise<unknown> {
  const { keys, whos } = requestColumns(asked.filter(({ who }) => who !== null));
  if (keys.length === 0) return Promise.resolve();
  return tx`
    select 1 from accounts.end_users u
    where (u.key_id, u.user_id) in (select * from unnest(${keys}::uuid[], ${whos}::text[]))
    order by u.id for share of u`.execute();
}

/**
 * Facts about the callers after every committed change, in request order; undefined for an unknown key. Sends the query
 * before it returns.
 * @param by whether `who` is the caller's id of the end user or ours.
 */
export async function readCallers(
  tx: Sql | Transaction,
  asked: readonly Asked[],
  by: 'user_id' | 'owner_id',
): Promise<Array<CallerFacts | undefined>> {
  const { keys, whos, endpoints } = requestColumns(asked);
  const likes = asked.map(({ endpoint }) => LIMITED_LIKE[endpoint] ?? null);
  const isUser = by === 'user_id' ? tx`u.key_id = w.key_id and u.user_id = w.who` : tx`u.id = w.who::uuid`;
  const rows = await tx<CallerRow[]>`
    select w.place, k.id as "keyId", k.kind, k.company_id as "companyId", k.is_test as "isTest",
      k.revoked_at is null and k.deactivated_at is null and c.active as "isActive",
      k.monthly_limit as "monthlyLimit", w.endpoint, l.plan_limit as "planLimit", l.custom_limit as "customLimit",
      u.id as "endUserId", u.active as "isUserActive", s.*
    from unnest(${keys}::uuid[], ${whos}::text[], ${endpoints}::text[], ${likes}::text[]) with ordinality
      as w (key_id, who, endpoint, limited_like, place)
    join accounts.api_keys k on k.id = w.key_id
    join accounts.companies c on c.id = k.company_id
    left join lateral (
      select plan_limit, custom_limit from accounts.company_limits
      where k.kind = 'subscriber' and company_id = k.company_id and endpoint in (w.endpoint, w.limited_like)
      order by endpoint = w.endpoint desc limit 1) l on true
    left join accounts.end_users u on k.kind = 'enterprise' and ${isUser}
    left join lateral (
      select sum(p.autocomplete_limit) as autocomplete_limit, sum(p.analytics_search_limit) as analytics_search_limit,
        sum(p.buyer_search_limit) as buyer_search_limit, sum(p.investor_comps_limit) as investor_comps_limit,
        sum(p.retail_comps_limit) as retail_comps_limit, sum(p.linked_deals_limit) as linked_deals_limit
      from accounts.user_subscriptions s join accounts.plans p on p.id = s.plan_id
      where s.end_user_id = u.id and s.active) s on true`.execute();
  const callers: Array<CallerFacts | undefined> = asked.map(() => undefined);
  for (const row of rows) callers[row.place - 1] = factsOf(row);
  return callers;
}

function factsOf(row: CallerRow): CallerFacts {
  const { keyId, kind, companyId, isActive, isTest, monthlyLimit, endUserId } = row;
  return {
    keyId,
    kind,
    companyId,
    isActive,
    isTest,
    monthlyLimit,
    ownLimit: { planLimit: row.planLimit, customLimit: row.customLimit },
    endUser: endUserId === null ? null : { id: endUserId, isActive: row.isUserActive === true, planLimits: row },
  };
}
