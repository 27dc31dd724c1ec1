import { PlatApiError, type PlatError, PlatNetworkError, PlatTimeoutError } from './errors.ts';
import { AnswerTooLargeError } from './read-answer.ts';

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8_000;
/** Nothing of these ran: they can be sent again whatever they do. */
const NEVER_RAN_STATUSES: readonly number[] = [429, 503];
const SAFE_TO_REPEAT_STATUSES: readonly number[] = [502, 504];

/**
 * Milliseconds to wait before the same request is sent again; null when it must not be.
 * @param isRepeatable whether the request does the same when it arrives twice.
 * @param attempt how many times it was sent.
 * @param random a number of 0 to 1, which spreads callers that failed together.
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
  // The time of one attempt ended here; that of the whole call never comes this way.
  if (error instanceof PlatNetworkError || error instanceof PlatTimeoutError) return isRepeatable;
  if (!(error instanceof PlatApiError)) return false;
  if (NEVER_RAN_STATUSES.includes(error.status)) return true;
  // An attempt before this one still runs under the same key.
  if (error.code === 'IDEMPOTENCY_IN_FLIGHT') return true;
  // Where the API lists neither 502 nor 504, what is away for now is a 500 that says when to come again.
  const isAway = error.status === 500 && error.retryAfterMs !== null;
  return isRepeatable && (isAway || SAFE_TO_REPEAT_STATUSES.includes(error.status));
}
