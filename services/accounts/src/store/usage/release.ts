import type { Sql } from '@plat/db';
import type { AllowanceId } from '../../domain/usage/allowance.ts';
import { allowanceKey } from '../../domain/usage/allowance.ts';
import { countByAllowance } from '../../domain/usage/decide-commits.ts';
import type { ReleaseAnswer } from '../../domain/usage/ports.ts';
import { addToCounters, type CounterRow, counterColumns, countersByKey, lockCountersOf } from './counters.ts';
import { recordNotCounted } from './not-counted.ts';
import { shownAllowances } from './shown-allowances.ts';
import { Contended, ledgerTransaction } from './transaction.ts';

type ReleasedRow = AllowanceId & { reservationId: string; keyId: string; isFree: boolean; isSettled: boolean };

/** Releases a batch of holds in one transaction. */
export function release(sql: Sql, reservationIds: readonly string[]): Promise<ReleaseAnswer[]> {
  const ids = [...new Set(reservationIds)];
  return ledgerTransaction(sql, async (tx) => {
    const locking = lockCountersOf(tx, ids);
    const rows = await tx<ReleasedRow[]>`
      select reservation_id as "reservationId", owner_id as "ownerId", endpoint, month, key_id as "keyId",
        is_free as "isFree", is_settled as "isSettled"
      from accounts.usage_reservations where reservation_id = any(${ids}::uuid[])`;
    const locked = countersByKey(await locking);
    const holds = rows.filter(({ isFree }) => !isFree);
    if (!holds.every((one) => locked.has(allowanceKey(one)))) throw new Contended();
    const released = rows.filter(({ isSettled }) => !isSettled).map(({ reservationId }) => reservationId);
    const changes = countByAllowance(holds).map(({ count, ...id }) => ({ ...id, used: 0, reserved: -count }));
    const writing = tx<CounterRow[]>`
      with released as (
        delete from accounts.usage_reservations where reservation_id = any(${released}::uuid[])
        returning *, is_settled as was_settled),
      not_counted as (${recordNotCounted(tx, 'released')})
      ${addToCounters(tx, changes)} returning ${counterColumns(tx)}`.execute();
    const showing = shownAllowances(tx, rows, locked, writing);
    return { ending: showing.then((allowances) => answersOf(reservationIds, rows, allowances)) };
  });
}

/** A repeated id is released once. */
function answersOf(
  asked: readonly string[],
  rows: readonly ReleasedRow[],
  allowances: Awaited<ReturnType<typeof shownAllowances>>,
): ReleaseAnswer[] {
  const byId = new Map(rows.map((row) => [row.reservationId, row]));
  const answered = new Set<string>();
  return asked.map((id) => {
    const row = byId.get(id);
    const released = row !== undefined && !row.isSettled && !answered.has(id);
    answered.add(id);
    return { released, allowance: row === undefined ? null : allowances(row) };
  });
}
