import type { StoredAnswer } from '@plat/contracts';

/** A request as its idempotency key identifies it. */
export interface IdempotentRequest {
  keyId: string;
  userId: string | null;
  idempotencyKey: string;
  operation: string;
  requestSha256: string;
  /** ISO 8601. */
  lockedUntil: string;
}

export type IdempotentState =
  | { state: 'begun'; requestId: string }
  | { state: 'in_flight' | 'mismatch' }
  | { state: 'finished'; answer: StoredAnswer };

export interface IdempotencyStore {
  begin(request: IdempotentRequest, nowMs: number): Promise<IdempotentState>;
  /** False when the request was finished before, or is not known. */
  finish(requestId: string, answer: StoredAnswer): Promise<boolean>;
  forget(requestId: string): Promise<void>;
  /** Removes answers that ran out, a bounded number. @returns how many. */
  removeOutdated(nowMs: number): Promise<number>;
}
