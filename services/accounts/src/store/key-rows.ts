import type { EndpointName, SubscriptionState } from '@plat/contracts';
import type { Sql, Transaction } from '@plat/db';
import type postgres from 'postgres';
import type { KeyRecord } from '../domain/keys/ports.ts';

interface KeyRow {
  id: string;
  company_id: string;
  company_name: string;
  company_active: boolean;
  contact_email: string | null;
  subscription: SubscriptionState | null;
  kind: KeyRecord['kind'];
  name: string;
  is_test: boolean;
  prefix: string;
  rate_limit: number;
  rate_window_seconds: number;
  monthly_limit: number | null;
  authorized_endpoints: EndpointName[] | null;
  allowed_addresses: string[] | null;
  seat_id: string | null;
  seat_name: string | null;
  may_search_buyers: boolean | null;
  plan_ids: string[];
  created_at: Date;
  deactivated_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  previous_secret_until: Date | null;
}

/** Keys with their company, seat, plans and secrets, newest first. */
export async function selectKeys(sql: Sql | Transaction, condition: postgres.Fragment): Promise<KeyRecord[]> {
  const rows = await sql<KeyRow[]>`
    select k.*, c.name as company_name, c.active as company_active, c.contact_email, c.subscription,
      s.name as seat_name, s.may_search_buyers, current.prefix, uses.last_used_at, uses.previous_secret_until,
      array(select plan_id from accounts.key_plans p where p.key_id = k.id order by plan_id) as plan_ids
    from accounts.api_keys k
    join accounts.companies c on c.id = k.company_id
    join accounts.api_key_secrets current on current.key_id = k.id and current.expires_at is null
    left join accounts.seats s on s.id = k.seat_id
    cross join lateral (
      select max(x.last_used_at) as last_used_at,
        max(x.expires_at) filter (where x.expires_at > now()) as previous_secret_until
      from accounts.api_key_secrets x where x.key_id = k.id
    ) uses
    where ${condition}
    order by k.created_at desc, k.id desc`;
  return rows.map(toKeyRecord);
}

const toKeyRecord = (row: KeyRow): KeyRecord => ({
  id: row.id,
  companyId: row.company_id,
  companyName: row.company_name,
  companyActive: row.company_active,
  contactEmail: row.contact_email,
  kind: row.kind,
  name: row.name,
  isTest: row.is_test,
  keyPrefix: row.prefix,
  rateLimit: row.rate_limit,
  rateWindowSeconds: row.rate_window_seconds,
  monthlyLimit: row.monthly_limit,
  authorizedEndpoints: row.authorized_endpoints,
  allowedAddresses: row.allowed_addresses,
  seat:
    row.seat_id === null
      ? null
      : { id: row.seat_id, name: row.seat_name ?? '', maySearchBuyers: row.may_search_buyers ?? true },
  planIds: row.plan_ids,
  subscription: row.kind === 'subscriber' ? row.subscription : null,
  createdAt: row.created_at.toISOString(),
  deactivatedAt: isoOrNull(row.deactivated_at),
  revokedAt: isoOrNull(row.revoked_at),
  lastUsedAt: isoOrNull(row.last_used_at),
  previousSecretUntil: isoOrNull(row.previous_secret_until),
});

const isoOrNull = (instant: Date | null): string | null => instant?.toISOString() ?? null;
