import type { Allowance, CommitAnswer, ReservationAnswer, UsageRequest, UsageReservation } from '@plat/contracts';
import type { Work } from '@plat/telemetry';

/**
 * The monthly ledger as the gateway uses it; every step can be repeated under the same reservation id. Each notes what it
 * cost for the request that asks, `work`.
 */
export interface UsageLedger {
  /** @param signal a reservation that is aborted before it is sent is not made. */
  reserve(reservation: UsageReservation, work: Work, signal: AbortSignal): Promise<ReservationAnswer>;
  /** Durable when it returns. `skiptraced`: a contact lookup ran. From `not_after` (ISO 8601) on nothing is counted. */
  commit(commit: { reservation_id: string; skiptraced: boolean; not_after: string }, work: Work): Promise<CommitAnswer>;
  release(reservationId: string, work: Work): Promise<{ released: boolean; allowance: Allowance | null }>;
  /** What a reservation would come to. */
  preview(
    request: UsageRequest,
    work: Work,
    signal: AbortSignal,
  ): Promise<ReservationAnswer & { counted_before: boolean }>;
}
