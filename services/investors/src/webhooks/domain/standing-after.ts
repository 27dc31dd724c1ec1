import type { Attempt, ClaimedDelivery, DeliveryStanding } from './ports.ts';
import { retryPauseMs } from './retry-schedule.ts';

const GONE_STATUS = 410;
/** What no later attempt can mend. */
const FINAL_OUTCOMES: ReadonlySet<Attempt['outcome']> = new Set(['gone', 'revoked', 'too_large']);

/**
 * Where a delivery stands after an attempt: without retries one attempt is all; with them it goes on until a 2xx, a 410
 * or the end of the schedule.
 * @param random from 0 up to 1.
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
