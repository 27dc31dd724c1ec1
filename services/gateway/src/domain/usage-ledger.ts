import type { Allowance, CommitAnswer, ReservationAnswer, UsageRequest, UsageReservation } from '@plat/contracts';

/** The monthly ledger as the gateway uses it; every step can be repeated under the same reservation id. */
export interface UsageLedger {
  /** @param signal a reservation that is aborted before it is sent is not made. */
  reserve(reservation: UsageReservation, signal: AbortSignal): Promise<ReservationAnswer>;
  /** Durable when it returns. `skiptraced`: a contact lookup ran. From `not_after` (ISO 8601) on nothing is counted. */
  commit(commit: { reservation_id: string; skiptraced: boolean; not_after: string }): Promise<CommitAnswer>;
  release(reservationId: string): Promise<{ released: boolean; allowance: Allowance | null }>;
  /** What a reservation would come to. */
  preview(
    request: UsageRequest,
    call: { requestId: string; signal: AbortSignal },
  ): Promise<ReservationAnswer & { counted_before: boolean }>;
}
