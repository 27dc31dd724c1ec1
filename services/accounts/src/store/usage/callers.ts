import type { KeyKind } from '@plat/contracts';
import type { Sql } from '@plat/db';
import { callerKey } from '../../domain/usage/decide-reservations.ts';
import type { OwnLimit, PlanLimits } from '../../domain/usage/limits.ts';
import type { CallerFacts } from '../../domain/usage/standing.ts';
import type { Transaction } from './transaction.ts';

/** Key and end user of a request. */
export interface CallerId {
  keyId: string;
  userId: string | null;
}

interface KeyRow {
  keyId: string;
  kind: KeyKind;
  companyId: string;
  isActive: boolean;
  isTest: boolean;
  monthlyLimit: number | null;
}

export interface PlanLimitsRow extends PlanLimits {
  endUserId: string;
}

export interface CompanyLimitRow extends OwnLimit {
  companyId: string;
}

/** Callers as two arrays, for `unnest`. PostgreSQL takes no NUL in a text, and no end user has one in its id. */
export const callerColumns = (callers: readonly CallerId[]) => ({
  keys: callers.map(({ keyId }) => keyId),
  users: callers.map(({ userId }) => (userId?.includes('\0') ? null : userId)),
});

export function distinctCallers(callers: readonly CallerId[]): CallerId[] {
  return [...new Map(callers.map((caller) => [callerKey(caller.keyId, caller.userId), caller])).values()];
}

/**
 * Reads callers as they are after every change that was committed before. With `lock`, end users are locked first, so
 * that changes to them and to their subscriptions wait for the end of the transaction, and those before it are seen.
 */
export async function readCallers(
  tx: Sql | Transaction,
  callers: readonly CallerId[],
  lock: boolean,
): Promise<Map<string, CallerFacts>> {
  const { keys, users } = callerColumns(callers);
  const hasUsers = users.some((user) => user !== null);
  const wanted = tx`unnest(${keys}::uuid[], ${users}::text[]) with ordinality as w (key_id, user_id, place)`;
  const endUsers = tx`accounts.end_users u join ${wanted} on u.key_id = w.key_id and u.user_id = w.user_id`;
  const [active, sums, rows, limits] = await Promise.all([
    hasUsers
      ? tx<{ id: string; active: boolean }[]>`
          select u.id, u.active from ${endUsers} order by u.id ${lock ? tx`for share of u` : tx``}`.execute()
      : [],
    hasUsers ? planLimits(tx, tx`(select u.id from ${endUsers})`) : [],
    tx<(KeyRow & { place: number; endUserId: string | null })[]>`
      select w.place, w.key_id as "keyId", k.kind, k.company_id as "companyId", k.is_test as "isTest",
        k.revoked_at is null and k.deactivated_at is null and c.active as "isActive",
        k.monthly_limit as "monthlyLimit", u.id as "endUserId"
      from ${wanted} join accounts.api_keys k on k.id = w.key_id join accounts.companies c on c.id = k.company_id
        left join accounts.end_users u on u.key_id = k.id and u.user_id = w.user_id`,
    companyLimits(tx, keys),
  ]);
  const activeById = new Map(active.map(({ id, active }) => [id, active]));
  return new Map(
    rows.map(({ place, endUserId, ...row }) => [
      callerKey(row.keyId, callers[place - 1]?.userId ?? null),
      {
        ...row,
        companyLimits: limits.filter(({ companyId }) => companyId === row.companyId),
        endUser:
          endUserId === null
            ? null
            : {
                id: endUserId,
                isActive: activeById.get(endUserId) ?? false,
                planLimits: sums.find((one) => one.endUserId === endUserId) ?? null,
              },
      },
    ]),
  );
}

/** The same from the other side: keys by the owners of allowances that they drew on, as `<key id> <owner id>`. */
export async function readCallersByOwner(
  tx: Sql | Transaction,
  drawn: ReadonlyArray<{ keyId: string; ownerId: string }>,
): Promise<Map<string, CallerFacts>> {
  const keys = drawn.map(({ keyId }) => keyId);
  const owners = drawn.map(({ ownerId }) => ownerId);
  const [rows, limits, sums] = await Promise.all([
    tx<(KeyRow & { ownerId: string })[]>`
      select distinct w.key_id as "keyId", w.owner_id as "ownerId", k.kind, k.company_id as "companyId",
        k.is_test as "isTest", k.revoked_at is null and k.deactivated_at is null and c.active as "isActive",
        k.monthly_limit as "monthlyLimit"
      from unnest(${keys}::uuid[], ${owners}::uuid[]) as w (key_id, owner_id)
      join accounts.api_keys k on k.id = w.key_id join accounts.companies c on c.id = k.company_id`,
    companyLimits(tx, keys),
    planLimits(tx, tx`(select unnest(${owners}::uuid[]))`),
  ]);
  return new Map(
    rows.map(({ ownerId, ...row }) => [
      `${row.keyId} ${ownerId}`,
      {
        ...row,
        companyLimits: limits.filter(({ companyId }) => companyId === row.companyId),
        endUser:
          row.kind === 'enterprise'
            ? { id: ownerId, isActive: true, planLimits: sums.find(({ endUserId }) => endUserId === ownerId) ?? null }
            : null,
      },
    ]),
  );
}

/** Limits of active subscriptions added up, of end users by id; `among` is an SQL list or subselect. */
export const planLimits = (tx: Sql | Transaction, among: ReturnType<typeof tx>) =>
  tx<PlanLimitsRow[]>`
    select s.end_user_id as "endUserId",
      sum(p.autocomplete_limit) as autocomplete_limit, sum(p.analytics_search_limit) as analytics_search_limit,
      sum(p.buyer_search_limit) as buyer_search_limit, sum(p.investor_comps_limit) as investor_comps_limit,
      sum(p.retail_comps_limit) as retail_comps_limit, sum(p.linked_deals_limit) as linked_deals_limit
    from accounts.user_subscriptions s join accounts.plans p on p.id = s.plan_id
    where s.active and s.end_user_id in ${among}
    group by s.end_user_id`;

/** Own limits of the companies of subscriber keys. */
export const companyLimits = (tx: Sql | Transaction, keyIds: readonly string[]) =>
  tx<CompanyLimitRow[]>`
    select company_id as "companyId", endpoint, plan_limit as "planLimit", custom_limit as "customLimit"
    from accounts.company_limits where company_id in (
      select company_id from accounts.api_keys where kind = 'subscriber' and id = any(${[...keyIds]}::uuid[]))`;
