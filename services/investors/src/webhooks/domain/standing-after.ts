import type { Attempt, ClaimedDelivery, DeliveryStanding } from './ports.ts';
import { retryPauseMs } from './retry-schedule.ts';

const GONE_STATUS = 410;
/** Outcomes that no retry can fix. */
const FINAL_OUTCOMES: ReadonlySet<Attempt['outcome']> = new Set(['gone', 'revoked', 'too_large']);

/**
 * The state of a delivery after an attempt. Without retries there is one attempt; with retries, attempts continue until
 * a 2xx, a 410 or the end of the schedule.
 * @param random from 0 up to 1
 */
export function standingAfter(
  { retries, attempts }: Pick<ClaimedDelivery, 'retries' | 'attempts'>,
  { outcome, status }: Pick<Attempt, 'outcome' | 'status'>,
  random: number,
): DeliveryStanding {
  if (outcome === 'delivered') return { status: 'delivered' };
  const isFinal = !retries || status === GONE_STATUS || FINAL_OUTCOMES.has(outcome);
  const delayMs = isFinal ? null : retryPauseMs(attempts + 1, random);
  return delayMs === null ? { status: 'failed' } : { status: 'pending', delayMs };
}
