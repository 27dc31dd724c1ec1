import type { ErrorCode } from './generated/operations.ts';

/** One invalid input: `field` as it was sent, `problem` as the rest of a sentence. */
export interface FieldProblem {
  field: string;
  problem: string;
}

/** Base of every error that the client throws, except the reason of your own AbortSignal. */
export abstract class PlatError extends Error {
  abstract readonly kind: 'api' | 'timeout' | 'network' | 'search_failed' | 'webhook';
  /**
   * The background search that was waited for. Unless it failed it is still running, and `waitForBuyers` can wait
   * for it again.
   */
  readonly searchId: string | null = null;
}

export interface PlatApiErrorDetails {
  status: number;
  /** Null when the response is not from the API, but from a proxy or the edge. */
  code: ErrorCode | null;
  message: string;
  reason: string | null;
  fields: readonly FieldProblem[];
  requestId: string | null;
  retryAfterMs: number | null;
}

/** The API refused the request. */
export class PlatApiError extends PlatError {
  override readonly name = 'PlatApiError';
  readonly kind = 'api';
  readonly status: number;
  /** Branch on this; null when the response came from something before the API. */
  readonly code: ErrorCode | null;
  /** The shared monthly pool that refused the request. */
  readonly reason: string | null;
  /** The invalid inputs of a 400; otherwise empty. */
  readonly fields: readonly FieldProblem[];
  /** Identifies the request in the logs of the API. */
  readonly requestId: string | null;
  /** Time that the API asks to wait, in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor({ status, code, message, reason, fields, requestId, retryAfterMs }: PlatApiErrorDetails) {
    super(message);
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.fields = fields;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The call took longer than its `timeoutMs`. Repeat a counted POST under the same idempotency key. */
export class PlatTimeoutError extends PlatError {
  override readonly name = 'PlatTimeoutError';
  readonly kind = 'timeout';
  readonly timeoutMs: number;
  /** `pending` when a background search was still running at its timeout, according to Plat; otherwise null. */
  readonly searchStatus: 'pending' | null;

  constructor(timeoutMs: number, cause?: unknown, searchStatus: 'pending' | null = null) {
    super(
      searchStatus === null
        ? `Plat did not answer within ${timeoutMs} ms`
        : `The search is still pending after ${timeoutMs} ms. It is still running: call waitForBuyers(searchId) to wait again`,
      { cause },
    );
    this.timeoutMs = timeoutMs;
    this.searchStatus = searchStatus;
  }
}

/**
 * There was no readable response: no connection, a broken one, or a response from something else. `cause` has the
 * error of `fetch`.
 */
export class PlatNetworkError extends PlatError {
  override readonly name = 'PlatNetworkError';
  readonly kind = 'network';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** A background search failed; it is not counted. */
export class PlatSearchFailedError extends PlatError {
  override readonly name = 'PlatSearchFailedError';
  readonly kind = 'search_failed';
}

/** The request is not a webhook signed with this secret within the last minutes. */
export class PlatWebhookError extends PlatError {
  override readonly name = 'PlatWebhookError';
  readonly kind = 'webhook';
}

/** True for an error of the client; `kind` then tells which one, and which fields it has. */
export const isPlatError = (
  error: unknown,
): error is PlatApiError | PlatTimeoutError | PlatNetworkError | PlatSearchFailedError | PlatWebhookError =>
  error instanceof PlatError;
