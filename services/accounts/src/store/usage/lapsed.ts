import type { Sql, Transaction } from '@plat/db';
import type { AllowanceId } from '../../domain/usage/allowance.ts';
import { allowanceColumns, type CounterRow, counterColumns } from './counters.ts';
import { recordNotCounted } from './not-counted.ts';
import { ended, ledgerTransaction } from './transaction.ts';

const SWEEP_MAX = 5_000;

/**
 * Ends expired holds of locked allowances. Free reservations, which this lock does not cover, are left to the
 * sweep. @returns their ids and the updated counters.
 */
export async function dropLapsedOf(
  tx: Transaction,
  allowances: readonly AllowanceId[],
  now: Date,
): Promise<{ ids: string[]; counters: CounterRow[] }> {
  const { owners, endpoints, months } = allowanceColumns(allowances);
  const wanted = tx`unnest(${owners}::uuid[], ${endpoints}::text[], ${months}::date[]) as w (owner_id, endpoint, month)`;
  const dropped = await tx<{ id: string }[]>`
    with dropped as (
      delete from accounts.usage_reservations r using ${wanted}
      where (r.owner_id, r.endpoint, r.month) = (w.owner_id, w.endpoint, w.month) and not r.is_free
        and r.expires_at <= ${now}
      returning r.*, r.is_settled as was_settled),
    not_counted as (${recordNotCounted(tx, 'dropped')})
    select reservation_id as id from dropped`;
  const counters = await tx<CounterRow[]>`
    update accounts.usage_counters c set reserved = open.holds, earliest_expiry = open.earliest
    from ${wanted} cross join lateral (
      select count(*)::int as holds, min(r.expires_at) as earliest from accounts.usage_reservations r
      where (r.owner_id, r.endpoint, r.month) = (w.owner_id, w.endpoint, w.month) and not r.is_free) open
    where (c.owner_id, c.endpoint, c.month) = (w.owner_id, w.endpoint, w.month)
    returning ${counterColumns(tx)}`;
  return { ids: dropped.map(({ id }) => id), counters };
}

/** Releases a bounded number of expired holds. @returns how many reservations were dropped. */
export async function dropLapsed(sql: Sql, nowMs: number): Promise<number> {
  const now = new Date(nowMs);
  return ledgerTransaction(sql, async (tx) => {
    const locked = await tx<CounterRow[]>`
      select ${counterColumns(tx)} from accounts.usage_counters c
      where (c.owner_id, c.endpoint, c.month) in (
        select r.owner_id, r.endpoint, r.month from accounts.usage_reservations r
        where not r.is_free and r.expires_at <= ${now} limit ${SWEEP_MAX})
      order by c.owner_id, c.endpoint, c.month
      for update of c`;
    const held = locked.length === 0 ? [] : (await dropLapsedOf(tx, locked, now)).ids;
    // Free reservations hold nothing and have no counter lock. A settling transaction locks them in its own order,
    // so skip locked ones until the next sweep.
    const free = await tx`
      with lapsed as materialized (
        select reservation_id from accounts.usage_reservations where is_free and expires_at <= ${now}
        limit ${SWEEP_MAX} for update skip locked),
      dropped as (
        delete from accounts.usage_reservations where reservation_id in (select reservation_id from lapsed)
        returning *, is_settled as was_settled),
      not_counted as (${recordNotCounted(tx, 'dropped')})
      select from dropped`;
    return ended(held.length + free.count);
  });
}
