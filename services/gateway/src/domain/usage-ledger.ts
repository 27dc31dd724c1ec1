import type { Allowance, CommitAnswer, ReservationAnswer, UsageRequest, UsageReservation } from '@plat/contracts';
import type { Work } from '@plat/telemetry';

/**
 * The gateway's view of the monthly ledger. Every step is idempotent under its reservation id and adds its cost to
 * `work`.
 */
export interface UsageLedger {
  /** @param signal a reservation aborted before it is sent is not made. */
  reserve(reservation: UsageReservation, work: Work, signal: AbortSignal): Promise<ReservationAnswer>;
  /**
   * Durable when it returns. `skiptraced`: a contact lookup ran. After `not_after` (ISO 8601) the ledger counts
   * nothing.
   */
  commit(commit: { reservation_id: string; skiptraced: boolean; not_after: string }, work: Work): Promise<CommitAnswer>;
  release(reservationId: string, work: Work): Promise<{ released: boolean; allowance: Allowance | null }>;
  /** Returns the outcome that a reservation would have, without making it. */
  preview(
    request: UsageRequest,
    work: Work,
    signal: AbortSignal,
  ): Promise<ReservationAnswer & { counted_before: boolean }>;
}
