import type { StoredAnswer } from '@plat/contracts';

/** A request, identified by its idempotency key. */
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
  /** Returns false if the request was already finished or is unknown. */
  finish(requestId: string, answer: StoredAnswer): Promise<boolean>;
  forget(requestId: string): Promise<void>;
  /** Removes a bounded number of expired responses. @returns how many. */
  removeOutdated(nowMs: number): Promise<number>;
}
