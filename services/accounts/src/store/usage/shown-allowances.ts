import type { Allowance } from '@plat/contracts';
import type { Sql, Transaction } from '@plat/db';
import { type AllowanceId, allowanceKey, type Counter, shownAllowance } from '../../domain/usage/allowance.ts';
import { limitOf } from '../../domain/usage/standing.ts';
import { readCallers } from './callers.ts';
import { allowanceColumns, type CounterRow, counterColumns } from './counters.ts';

/** An allowance with the key that drew on it. */
export type Drawn = AllowanceId & { keyId: string };

const drawnKey = ({ keyId, ownerId, endpoint }: Drawn): string => `${keyId} ${ownerId} ${endpoint}`;

/** Limits that apply now, by `drawnKey`; null: never counted. */
export async function currentLimits(
  tx: Sql | Transaction,
  drawn: readonly Drawn[],
): Promise<ReadonlyMap<string, number | null>> {
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
 * Shows allowances as they stand.
 * @param known counters by `allowanceKey`; those that are missing are read.
 */
export async function shownAllowances(
  tx: Sql | Transaction,
  drawn: readonly Drawn[],
  limits: ReadonlyMap<string, number | null>,
  known: ReadonlyMap<string, Counter>,
): Promise<(one: Drawn) => Allowance> {
  const missing = drawn.filter((one) => limits.get(drawnKey(one)) !== null && !known.has(allowanceKey(one)));
  const counters = new Map(known);
  for (const row of missing.length === 0 ? [] : await readCountersOf(tx, missing)) counters.set(allowanceKey(row), row);
  return (one) =>
    shownAllowance(
      limits.get(drawnKey(one)) ?? null,
      counters.get(allowanceKey(one)) ?? { used: 0, reserved: 0 },
      one.month,
    );
}

function readCountersOf(tx: Sql | Transaction, allowances: readonly AllowanceId[]) {
  const { owners, endpoints, months } = allowanceColumns(allowances);
  return tx<CounterRow[]>`
    select ${counterColumns(tx)} from accounts.usage_counters c
    where (c.owner_id, c.endpoint, c.month) in (
      select * from unnest(${owners}::uuid[], ${endpoints}::text[], ${months}::date[]))`;
}
