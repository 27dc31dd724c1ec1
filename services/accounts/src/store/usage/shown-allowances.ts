import type { Allowance } from '@plat/contracts';
import type { Transaction } from '@plat/db';
import { type AllowanceId, allowanceKey, shownAllowance } from '../../domain/usage/allowance.ts';
import { limitOf } from '../../domain/usage/standing.ts';
import { readCallers } from './callers.ts';
import { allowanceColumns, type CounterRow, counterColumns, countersByKey } from './counters.ts';

/** An allowance with the key that used it. */
export type Drawn = AllowanceId & { keyId: string };

const drawnKey = ({ keyId, ownerId, endpoint }: Drawn): string => `${keyId} ${ownerId} ${endpoint}`;

/** Current limits by `drawnKey`; null: never counted. */
async function currentLimits(tx: Transaction, drawn: readonly Drawn[]): Promise<ReadonlyMap<string, number | null>> {
  const distinct = [...new Map(drawn.map((one) => [drawnKey(one), one])).entries()];
  if (distinct.length === 0) return new Map();
  const asked = distinct.map(([, { keyId, ownerId, endpoint }]) => ({ keyId, who: ownerId, endpoint }));
  const callers = await readCallers(tx, asked, 'owner_id');
  return new Map(
    distinct.map(([key, { endpoint }], index) => {
      const caller = callers[index];
      return [key, caller === undefined || caller.isTest ? null : (limitOf(caller, endpoint) ?? 0)];
    }),
  );
}

/**
 * The allowances after a change. Everything is sent when it returns.
 * @param locked counters that the transaction has locked; others are read.
 * @param changing counters that it has changed.
 */
export async function shownAllowances(
  tx: Transaction,
  drawn: readonly Drawn[],
  locked: ReadonlyMap<string, CounterRow>,
  changing: Promise<readonly CounterRow[]>,
): Promise<(one: Drawn) => Allowance> {
  const others = drawn.filter((one) => !locked.has(allowanceKey(one)));
  const [limits, read, changed] = await Promise.all([
    currentLimits(tx, drawn),
    others.length === 0 ? [] : readCountersOf(tx, others),
    changing,
  ]);
  const counters = countersByKey([...locked.values(), ...read, ...changed]);
  return (one) =>
    shownAllowance(
      limits.get(drawnKey(one)) ?? null,
      counters.get(allowanceKey(one)) ?? { used: 0, reserved: 0 },
      one.month,
    );
}

/** Sends the query before it returns. */
function readCountersOf(tx: Transaction, allowances: readonly AllowanceId[]): Promise<CounterRow[]> {
  const { owners, endpoints, months } = allowanceColumns(allowances);
  return tx<CounterRow[]>`
    select ${counterColumns(tx)} from accounts.usage_counters c
    where (c.owner_id, c.endpoint, c.month) in (
      select * from unnest(${owners}::uuid[], ${endpoints}::text[], ${months}::date[]))`.execute();
}
