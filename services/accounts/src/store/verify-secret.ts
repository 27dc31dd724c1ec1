import type { SubscriptionState } from '@plat/contracts';
import type { Sql } from '@plat/db';
import type { KeyVerification, PlanLimits } from '../domain/keys/ports.ts';

type LimitColumns = { [Name in keyof PlanLimits]: number | null };

interface VerificationRow extends LimitColumns {
  id: string;
  kind: KeyVerification['kind'];
  company_id: string;
  active: boolean;
  is_test: boolean;
  rate_limit: number;
  rate_window_seconds: number;
  allowed_addresses: string[] | null;
  authorized_endpoints: string[] | null;
  subscription: SubscriptionState | null;
  may_search_buyers: boolean;
  user_active: boolean;
  use_is_news: boolean;
  secret_good_ms: number | null;
}

/** Reads one secret and one end user in one statement on primary and unique keys. */
export async function verifySecret(sql: Sql, sha256: string, userId: string | null): Promise<KeyVerification | null> {
  const [row] = await sql<VerificationRow[]>`
    select k.id, k.kind, k.company_id, k.is_test, k.rate_limit, k.rate_window_seconds,
      k.allowed_addresses, k.authorized_endpoints, c.subscription,
      c.active and k.revoked_at is null and k.deactivated_at is null as active,
      coalesce(s.may_search_buyers, true) as may_search_buyers,
      u.id is not null as user_active,
      coalesce(x.last_used_at < now() - interval '1 minute', true) as use_is_news,
      (extract(epoch from x.expires_at - now()) * 1000)::float8 as secret_good_ms,
      sums.*
    from accounts.api_key_secrets x
    join accounts.api_keys k on k.id = x.key_id
    join accounts.companies c on c.id = k.company_id
    left join accounts.seats s on s.id = k.seat_id
    left join accounts.end_users u on u.key_id = k.id and u.user_id = ${userId} and u.active and k.kind = 'enterprise'
    left join lateral (
      select
        sum(p.autocomplete_limit) as autocomplete_limit,
        sum(p.analytics_search_limit) as analytics_search_limit,
        sum(p.buyer_search_limit) as buyer_search_limit,
        sum(p.investor_comps_limit) as investor_comps_limit,
        sum(p.retail_comps_limit) as retail_comps_limit,
        sum(p.linked_deals_limit) as linked_deals_limit
      from accounts.user_subscriptions us
      join accounts.plans p on p.id = us.plan_id
      where us.end_user_id = u.id and us.active
    ) sums on true
    where x.sha256 = ${sha256} and (x.expires_at is null or x.expires_at > now())`;
  return row === undefined ? null : toVerification(row);
}

const toVerification = (row: VerificationRow): KeyVerification => ({
  keyId: row.id,
  kind: row.kind,
  companyId: row.company_id,
  active: row.active,
  isTest: row.is_test,
  rateLimit: row.rate_limit,
  rateWindowSeconds: row.rate_window_seconds,
  allowedAddresses: row.allowed_addresses,
  authorizedEndpoints: row.authorized_endpoints,
  subscription: row.subscription,
  maySearchBuyers: row.may_search_buyers,
  userActive: row.user_active,
  limits: row.user_active
    ? {
        autocomplete_limit: row.autocomplete_limit ?? 0,
        analytics_search_limit: row.analytics_search_limit ?? 0,
        buyer_search_limit: row.buyer_search_limit ?? 0,
        investor_comps_limit: row.investor_comps_limit ?? 0,
        retail_comps_limit: row.retail_comps_limit ?? 0,
        linked_deals_limit: row.linked_deals_limit ?? 0,
      }
    : null,
  useIsNews: row.use_is_news,
  secretGoodMs: row.secret_good_ms,
});
