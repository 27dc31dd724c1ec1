import type { ReservationAnswer, UsageRequest } from '@plat/contracts';
import type { Sql } from '@plat/db';
import { allowanceKey, monthOf, shownAllowance } from '../../domain/usage/allowance.ts';
import { decideReservations, subjectKey } from '../../domain/usage/decide-reservations.ts';
import { standingOf } from '../../domain/usage/standing.ts';
import { readCounters } from './read-counters.ts';
import { readFacts } from './reserve.ts';

/** The outcome that a reservation would have, by the same rule, without locks or changes. */
export async function preview(
  sql: Sql,
  request: UsageRequest,
  nowMs: number,
): Promise<ReservationAnswer & { counted_before: boolean }> {
  const month = monthOf(nowMs);
  const reservation = {
    ...request,
    reservation_id: crypto.randomUUID(),
    expires_at: new Date(nowMs).toISOString(),
  };
  const facts = await readFacts(sql, [reservation], month, null);
  const [caller] = facts.callers;
  const standing = standingOf(caller, request.endpoint);
  const counters = new Map();
  let counter = { used: 0, reserved: 0 };
  if (standing.refused === null) {
    const id = { ownerId: standing.ownerId, endpoint: request.endpoint, month };
    counter = (await readCounters(sql, id.ownerId, month, nowMs)).get(request.endpoint) ?? counter;
    counters.set(allowanceKey(id), counter);
  }
  const [answer] = decideReservations([reservation], { ...facts, counters }).answers;
  const thing = request.counted_thing;
  const countsOnce = standing.refused === null && standing.countsOnce && caller !== undefined && thing !== null;
  return {
    ...answer!,
    // The current counter: a reservation would show it without its own request.
    allowance: shownAllowance(answer!.allowance.limit, counter, month),
    counted_before: countsOnce && facts.counted.has(subjectKey(caller.companyId, thing)),
  };
}
