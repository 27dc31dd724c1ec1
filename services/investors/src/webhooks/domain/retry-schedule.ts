const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses before the second to the tenth attempt, as Standard Webhooks 1.0 recommends; 75.6 hours in total. */
export const RETRY_PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** Pauses are up to this share longer, so that failures of one moment do not all retry in one moment. */
const JITTER_SHARE = 0.1;

/**
 * The pause after a failed attempt.
 * @param attempts made so far, at least 1
 * @param random from 0 up to 1
 * @returns milliseconds; null after the last attempt
 */
export function retryPauseMs(attempts: number, random: number): number | null {
  const pauseMs = RETRY_PAUSES_MS[attempts - 1];
  return pauseMs === undefined ? null : Math.round(pauseMs * (1 + JITTER_SHARE * random));
}
