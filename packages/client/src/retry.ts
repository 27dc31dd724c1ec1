import { PlatApiError, type PlatError, PlatNetworkError, PlatTimeoutError } from './errors.ts';
import { AnswerTooLargeError } from './read-answer.ts';

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8_000;
/** Requests with these statuses never ran, so repeating them is always safe. */
const NEVER_RAN_STATUSES: readonly number[] = [429, 503];
const SAFE_TO_REPEAT_STATUSES: readonly number[] = [502, 504];

/**
 * Milliseconds to wait before sending the same request again; null when it must not be repeated.
 * @param isRepeatable true when repeating the request has no further effect.
 * @param attempt number of times it was sent.
 * @param random 0 to 1, to spread callers that failed together.
 */
export function retryDelayMs(error: PlatError, isRepeatable: boolean, attempt: number, random: number): number | null {
  if (!isWorthRepeating(error, isRepeatable)) return null;
  const backoffMs = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
  const jitteredMs = backoffMs / 2 + (backoffMs / 2) * random;
  const askedMs = error instanceof PlatApiError ? error.retryAfterMs : null;
  return askedMs === null ? jitteredMs : askedMs + (FIRST_BACKOFF_MS / 2) * random;
}

function isWorthRepeating(error: PlatError, isRepeatable: boolean): boolean {
  if (error instanceof AnswerTooLargeError) return false;
  // Only the timeout of one attempt arrives here, not that of the whole call.
  if (error instanceof PlatNetworkError || error instanceof PlatTimeoutError) return isRepeatable;
  if (!(error instanceof PlatApiError)) return false;
  if (NEVER_RAN_STATUSES.includes(error.status)) return true;
  // An earlier attempt is still running under the same key.
  if (error.code === 'IDEMPOTENCY_IN_FLIGHT') return true;
  // Where the API lists neither 502 nor 504, an unavailable component gives a 500 with Retry-After.
  const isUnavailable = error.status === 500 && error.retryAfterMs !== null;
  return isRepeatable && (isUnavailable || SAFE_TO_REPEAT_STATUSES.includes(error.status));
}
