import type { AllowanceName } from '@plat/contracts';
import type { Sql } from '@plat/db';
import type { Counter } from '../../domain/usage/allowance.ts';

/** Counters of an owner in a month by endpoint, without holds that have lapsed and were not dropped yet. */
export async function readCounters(
  sql: Sql,
  ownerId: string,
  month: string,
  nowMs: number,
): Promise<Map<AllowanceName, Counter>> {
  const now = new Date(nowMs);
  const rows = await sql<(Counter & { endpoint: AllowanceName })[]>`
    select c.endpoint, c.used, c.reserved - (
      case when c.earliest_expiry > ${now} then 0 else (
        select count(*) from accounts.usage_reservations r
        where (r.owner_id, r.endpoint, r.month) = (c.owner_id, c.endpoint, c.month)
          and r.expires_at <= ${now} and not r.is_free) end)::int as reserved
    from accounts.usage_counters c where c.owner_id = ${ownerId}::uuid and c.month = ${month}::date`;
  return new Map(rows.map(({ endpoint, used, reserved }) => [endpoint, { used, reserved }]));
}
