import type { ErrorCode } from './generated/operations.ts';

/** One refused input: `field` as it was sent, `problem` as the rest of a sentence. */
export interface FieldProblem {
  field: string;
  problem: string;
}

/** Every error that the client throws, besides the reason of an AbortSignal of yours. */
export abstract class PlatError extends Error {
  abstract readonly kind: 'api' | 'timeout' | 'network' | 'search_failed' | 'webhook';
  /** The background search that was waited for; unless it failed it goes on, and `waitForBuyers` asks for it again. */
  readonly searchId: string | null = null;
}

export interface PlatApiErrorDetails {
  status: number;
  /** Null when the answer was not one of the API, such as that of a proxy or of the edge. */
  code: ErrorCode | null;
  message: string;
  reason: string | null;
  fields: readonly FieldProblem[];
  requestId: string | null;
  retryAfterMs: number | null;
}

/** The API answered, and refused. */
export class PlatApiError extends PlatError {
  override readonly name = 'PlatApiError';
  readonly kind = 'api';
  readonly status: number;
  /** What to branch on; null when the answer came from something before the API. */
  readonly code: ErrorCode | null;
  /** Which shared monthly pool refused the request. */
  readonly reason: string | null;
  /** The refused inputs of a 400; otherwise empty. */
  readonly fields: readonly FieldProblem[];
  /** Names the request in the logs of the API. */
  readonly requestId: string | null;
  /** How long the API asks to wait, in milliseconds. */
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
  /** `pending` when the time of a background search ended while Plat still said that it runs; otherwise null. */
  readonly searchStatus: 'pending' | null;

  constructor(timeoutMs: number, cause?: unknown, searchStatus: 'pending' | null = null) {
    super(
      searchStatus === null
        ? `Plat did not answer within ${timeoutMs} ms`
        : `The search is still pending after ${timeoutMs} ms; it goes on, and waitForBuyers(searchId) asks for it again`,
      { cause },
    );
    this.timeoutMs = timeoutMs;
    this.searchStatus = searchStatus;
  }
}

/** No answer could be read: no connection, one that broke, or something else answered. `cause` has the failure of `fetch`. */
export class PlatNetworkError extends PlatError {
  override readonly name = 'PlatNetworkError';
  readonly kind = 'network';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** A background search ended without buyers to give; it is not counted. */
export class PlatSearchFailedError extends PlatError {
  override readonly name = 'PlatSearchFailedError';
  readonly kind = 'search_failed';
}

/** What arrived is not a webhook that was signed with this secret within the last minutes. */
export class PlatWebhookError extends PlatError {
  override readonly name = 'PlatWebhookError';
  readonly kind = 'webhook';
}

/** Whether an error is one of the client's; `kind` then tells which, and what else it has. */
export const isPlatError = (
  error: unknown,
): error is PlatApiError | PlatTimeoutError | PlatNetworkError | PlatSearchFailedError | PlatWebhookError =>
  error instanceof PlatError;
