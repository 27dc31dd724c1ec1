import type { Allowance } from '@plat/contracts';
import type { Sql } from '@plat/db';
import { type AllowanceId, allowanceKey, shownAllowance } from '../../domain/usage/allowance.ts';
import { limitOf } from '../../domain/usage/standing.ts';
import { readCallersByOwner } from './callers.ts';
import { allowanceColumns, type CounterRow, counterColumns, countersByKey } from './counters.ts';
import type { Transaction } from './transaction.ts';

/** Allowances as they stand now, with the limits that apply now to the keys that drew on them. */
export async function shownAllowances(
  tx: Sql | Transaction,
  drawn: ReadonlyArray<AllowanceId & { keyId: string }>,
): Promise<(id: AllowanceId & { keyId: string }) => Allowance> {
  const distinct = [...new Map(drawn.map((one) => [`${one.keyId} ${allowanceKey(one)}`, one])).values()];
  if (distinct.length === 0) return () => shownAllowance(null, NOTHING, '1970-01-01');
  const { owners, endpoints, months } = allowanceColumns(distinct);
  const [rows, callers] = await Promise.all([
    tx<CounterRow[]>`
      select distinct ${counterColumns(tx)} from accounts.usage_counters c
      join unnest(${owners}::uuid[], ${endpoints}::text[], ${months}::date[]) as w (owner_id, endpoint, month)
        on (c.owner_id, c.endpoint, c.month) = (w.owner_id, w.endpoint, w.month)`,
    readCallersByOwner(tx, distinct),
  ]);
  const counters = countersByKey(rows);
  return (id) => {
    const caller = callers.get(`${id.keyId} ${id.ownerId}`);
    const counter = counters.get(allowanceKey(id)) ?? NOTHING;
    const limit = caller === undefined ? null : caller.isTest ? null : (limitOf(caller, id.endpoint) ?? 0);
    return shownAllowance(limit, counter, id.month);
  };
}

const NOTHING = { used: 0, reserved: 0 };
