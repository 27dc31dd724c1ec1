import type { AllowanceName } from '@plat/contracts';
import type { Sql, Transaction } from '@plat/db';
import { type AllowanceId, allowanceKey, type Counter } from '../../domain/usage/allowance.ts';

export interface CounterRow extends AllowanceId, Counter {
  earliestExpiry: Date | null;
}

/** Columns of a counter under the names of `CounterRow`. */
export const counterColumns = (sql: Sql | Transaction) =>
  sql`c.owner_id as "ownerId", c.endpoint, c.month, c.used, c.reserved, c.earliest_expiry as "earliestExpiry"`;

/** Ids of allowances as three arrays, for `unnest`. */
export const allowanceColumns = (ids: readonly AllowanceId[]) => ({
  owners: ids.map(({ ownerId }) => ownerId),
  endpoints: ids.map(({ endpoint }): AllowanceName => endpoint),
  months: ids.map(({ month }) => month),
});

/** Inserts missing counters in lock order. */
export async function ensureCounters(sql: Sql | Transaction, ids: readonly AllowanceId[]): Promise<void> {
  const { owners, endpoints, months } = allowanceColumns(ids);
  await sql`
    insert into accounts.usage_counters (owner_id, endpoint, month)
    select distinct owner_id, endpoint, month
    from unnest(${owners}::uuid[], ${endpoints}::text[], ${months}::date[]) as w (owner_id, endpoint, month)
    order by owner_id, endpoint, month
    on conflict do nothing`;
}

/**
 * Locks the counters of the open holds among these reservations. Sends the query before it returns, so that later
 * statements may depend on the lock.
 */
export const lockCountersOf = (tx: Transaction, reservationIds: readonly string[]) =>
  tx<CounterRow[]>`
    select ${counterColumns(tx)} from accounts.usage_counters c
    where (c.owner_id, c.endpoint, c.month) in (
      select r.owner_id, r.endpoint, r.month from accounts.usage_reservations r
      where r.reservation_id = any(${[...reservationIds]}::uuid[]) and not r.is_free)
    order by c.owner_id, c.endpoint, c.month
    for update of c`.execute();

/** Change of one counter. */
export interface CounterChange extends AllowanceId {
  used: number;
  reserved: number;
}

/** Adds to locked counters; a fragment of a larger statement. */
export function addToCounters(tx: Transaction, changes: readonly CounterChange[]) {
  const { owners, endpoints, months } = allowanceColumns(changes);
  return tx`
    update accounts.usage_counters c set used = c.used + w.used, reserved = c.reserved + w.reserved
    from unnest(${owners}::uuid[], ${endpoints}::text[], ${months}::date[],
      ${changes.map(({ used }) => used)}::int[], ${changes.map(({ reserved }) => reserved)}::int[])
      as w (owner_id, endpoint, month, used, reserved)
    where (c.owner_id, c.endpoint, c.month) = (w.owner_id, w.endpoint, w.month)`;
}

export const countersByKey = (rows: readonly CounterRow[]): Map<string, CounterRow> =>
  new Map(rows.map((row) => [allowanceKey(row), row]));
