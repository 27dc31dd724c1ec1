import type { Sql, Transaction } from '@plat/db';
import type { UsageDifference, UsageVerification } from '../../domain/usage/ports.ts';
import { readingAll } from './reading-all.ts';

const SHOWN_MAX = 1_000;

/** Expected counters from the ledger and the open reservations. */
const derived = (sql: Sql | Transaction) => sql`
  select owner_id, endpoint, month, sum(used)::int as used, sum(reserved)::int as reserved, min(expires_at) as earliest
  from (
    select owner_id, endpoint, month, count(*) as used, 0 as reserved, null::timestamptz as expires_at
    from accounts.usage_ledger group by owner_id, endpoint, month
    union all
    select owner_id, endpoint, month, 0, count(*), min(expires_at)
    from accounts.usage_reservations where not is_free group by owner_id, endpoint, month
  ) parts group by owner_id, endpoint, month`;

const differences = (sql: Sql | Transaction) => sql<UsageDifference[]>`
  with derived as (${derived(sql)}), compared as (
    select coalesce(d.owner_id, c.owner_id) as owner_id, coalesce(d.endpoint, c.endpoint) as endpoint,
      coalesce(d.month, c.month) as month, coalesce(c.used, 0) as used, coalesce(c.reserved, 0) as reserved,
      coalesce(d.used, 0) as real_used, coalesce(d.reserved, 0) as real_reserved
    from derived d full join accounts.usage_counters c
      on (c.owner_id, c.endpoint, c.month) = (d.owner_id, d.endpoint, d.month))
  select owner_id as "ownerId", endpoint, month, figure, "is", "shouldBe" from compared
  cross join lateral (values ('used', used, real_used), ('reserved', reserved, real_reserved))
    as f (figure, "is", "shouldBe")
  where "is" <> "shouldBe" order by month, owner_id, endpoint, figure desc`;

/** Compares counters with the ledger and the open reservations in one snapshot under traffic. */
export function verify(sql: Sql): Promise<UsageVerification> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    await readingAll(tx);
    const [counts] = await tx<Pick<UsageVerification, 'events' | 'reservations' | 'counters'>[]>`
      select (select count(*) from accounts.usage_ledger) as events,
        (select count(*) from accounts.usage_reservations where not is_free) as reservations,
        (select count(*) from accounts.usage_counters) as counters`;
    const both = await tx<{ id: string }[]>`
      select r.reservation_id as id from accounts.usage_reservations r
      join accounts.usage_ledger l on l.event_id = r.reservation_id order by 1 limit ${SHOWN_MAX}`;
    return { ...counts!, differences: [...(await differences(tx))], countedButOpen: both.map(({ id }) => id) };
  }) as Promise<UsageVerification>;
}

/**
 * Rebuilds all counters. The lock waits for transactions that hold a counter and blocks new ones until the figures
 * are written; reads continue.
 */
export function rebuild(sql: Sql): Promise<UsageDifference[]> {
  return sql.begin(async (tx) => {
    await readingAll(tx);
    await tx`lock table accounts.usage_counters in exclusive mode`;
    const before = [...(await differences(tx))];
    await tx`
      delete from accounts.usage_reservations where reservation_id in (
        select r.reservation_id from accounts.usage_reservations r
        join accounts.usage_ledger l on l.event_id = r.reservation_id)`;
    await tx`
      with derived as (${derived(tx)})
      insert into accounts.usage_counters as c (owner_id, endpoint, month, used, reserved, earliest_expiry)
      select coalesce(d.owner_id, o.owner_id), coalesce(d.endpoint, o.endpoint), coalesce(d.month, o.month),
        coalesce(d.used, 0), coalesce(d.reserved, 0), d.earliest
      from derived d full join accounts.usage_counters o
        on (o.owner_id, o.endpoint, o.month) = (d.owner_id, d.endpoint, d.month)
      on conflict (owner_id, endpoint, month) do update
        set used = excluded.used, reserved = excluded.reserved, earliest_expiry = excluded.earliest_expiry
        where (c.used, c.reserved) is distinct from (excluded.used, excluded.reserved)
          or coalesce(c.earliest_expiry > excluded.earliest_expiry, excluded.earliest_expiry is not null)`;
    return before;
  }) as Promise<UsageDifference[]>;
}
