import type { AllowanceName, KeyKind } from '@plat/contracts';
import type { Sql, Transaction } from '@plat/db';
import type { OwnLimit, PlanLimitSums } from '../../domain/usage/limits.ts';
import type { CallerFacts } from '../../domain/usage/standing.ts';

/** Who asks for an endpoint: a key, with the end user as the caller names it or as we do. */
export interface Asked {
  keyId: string;
  /** `x-user-id`, or the owner of an allowance that the key drew on. */
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

/** As arrays for `unnest`. PostgreSQL takes no NUL in a text, and no end user has one in its id. */
export const askedColumns = (asked: readonly Asked[]) => ({
  keys: asked.map(({ keyId }) => keyId),
  whos: asked.map(({ who }) => (who?.includes('\0') ? null : who)),
  endpoints: asked.map(({ endpoint }) => endpoint),
});

/**
 * Locks the end users of a batch, so that changes to them and to their subscriptions wait for the end of the
 * transaction, and those before it are seen by what is read next. Sent when it returns.
 */
export function lockEndUsers(tx: Transaction, asked: readonly Asked[]): Promise<unknown> {
  const { keys, whos } = askedColumns(asked.filter(({ who }) => who !== null));
  if (keys.length === 0) return Promise.resolve();
  return tx`
    select 1 from accounts.end_users u
    where (u.key_id, u.user_id) in (select * from unnest(${keys}::uuid[], ${whos}::text[]))
    order by u.id for share of u`.execute();
}

/**
 * Everything that decides about callers, as it is after every change that was committed before; in the order of what is
 * asked, undefined where there is no such key. Sent when it returns.
 * @param by whether `who` is the caller's own name of the end user, or our id of it.
 */
export async function readCallers(
  tx: Sql | Transaction,
  asked: readonly Asked[],
  by: 'user_id' | 'owner_id',
): Promise<Array<CallerFacts | undefined>> {
  const { keys, whos, endpoints } = askedColumns(asked);
  const isUser = by === 'user_id' ? tx`u.key_id = w.key_id and u.user_id = w.who` : tx`u.id = w.who::uuid`;
  const rows = await tx<CallerRow[]>`
    select w.place, k.id as "keyId", k.kind, k.company_id as "companyId", k.is_test as "isTest",
      k.revoked_at is null and k.deactivated_at is null and c.active as "isActive",
      k.monthly_limit as "monthlyLimit", w.endpoint, l.plan_limit as "planLimit", l.custom_limit as "customLimit",
      u.id as "endUserId", u.active as "isUserActive", s.*
    from unnest(${keys}::uuid[], ${whos}::text[], ${endpoints}::text[]) with ordinality
      as w (key_id, who, endpoint, place)
    join accounts.api_keys k on k.id = w.key_id
    join accounts.companies c on c.id = k.company_id
    left join accounts.company_limits l
      on k.kind = 'subscriber' and l.company_id = k.company_id and l.endpoint = w.endpoint
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
    ...{ keyId, kind, companyId, isActive, isTest, monthlyLimit },
    ownLimit: { planLimit: row.planLimit, customLimit: row.customLimit },
    endUser: endUserId === null ? null : { id: endUserId, isActive: row.isUserActive === true, planLimits: row },
  };
}
