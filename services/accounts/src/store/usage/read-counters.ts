import type { AllowanceName } from '@plat/contracts';
import type { Sql } from '@plat/db';
import type { PendingQuery, Row } from 'postgres';
import type { Counter } from '../../domain/usage/allowance.ts';
import type { KeysOf } from '../../domain/usage/ports.ts';

/** Counters of an owner in a month by endpoint, without expired holds that still exist. */
export function readCounters(
  sql: Sql,
  ownerId: string,
  month: string,
  nowMs: number,
): Promise<Map<AllowanceName, Counter>> {
  return read(sql, sql`c.owner_id = ${ownerId}::uuid`, month, nowMs);
}

/** Sums of the counters of end users and legacy keys; see `UsageStore.countersOfKeys`. */
export function readCountersOfKeys(
  sql: Sql,
  of: KeysOf,
  month: string,
  nowMs: number,
): Promise<Map<AllowanceName, Counter>> {
  const keys = 'keyId' in of ? sql`k.id = ${of.keyId}::uuid` : sql`k.company_id = ${of.companyId}::uuid`;
  const owners = sql`c.owner_id in (
    select coalesce(u.id, k.id) from accounts.api_keys k left join accounts.end_users u on u.key_id = k.id
    where ${keys} and not k.is_test)`;
  return read(sql, owners, month, nowMs);
}

async function read(sql: Sql, owners: PendingQuery<Row[]>, month: string, nowMs: number) {
  const now = new Date(nowMs);
  const rows = await sql<(Counter & { endpoint: AllowanceName })[]>`
    select c.endpoint, sum(c.used)::bigint as used, sum(c.reserved - (
      case when c.earliest_expiry > ${now} then 0 else (
        select count(*) from accounts.usage_reservations r
        where (r.owner_id, r.endpoint, r.month) = (c.owner_id, c.endpoint, c.month)
          and r.expires_at <= ${now} and not r.is_free) end))::bigint as reserved
    from accounts.usage_counters c where ${owners} and c.month = ${month}::date group by c.endpoint`;
  return new Map(rows.map(({ endpoint, used, reserved }) => [endpoint, { used, reserved }]));
}
