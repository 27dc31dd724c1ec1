import type { FieldProblem, ReservationAnswer, UsageReservation } from '@plat/contracts';
import { AppError, DAY_MS } from '@plat/kit';
import type { UsageDeps } from './ports.ts';

/** Longest hold; a request that runs longer has died. */
const MAX_HOLD_MS = DAY_MS;

/** @throws AppError VALIDATION_ERROR if a reservation's expiry is invalid or more than a day away. */
export async function reserveUsage(
  { ledger, clock }: UsageDeps,
  reservations: readonly UsageReservation[],
): Promise<ReservationAnswer[]> {
  const nowMs = clock.nowMs();
  for (const [index, { expires_at: end }] of reservations.entries()) {
    const endMs = Date.parse(end);
    const field = `reservations[${index}].expires_at`;
    if (Number.isNaN(endMs)) throw refused({ field, problem: 'must be an ISO 8601 instant' });
    if (endMs > nowMs + MAX_HOLD_MS) throw refused({ field, problem: 'must be at most 24 hours away' });
  }
  return ledger.reserve(reservations, nowMs);
}

const refused = (problem: FieldProblem): AppError =>
  new AppError('VALIDATION_ERROR', `${problem.field} ${problem.problem}`, { fields: [problem] });
