import type { KeyEpochs } from '@plat/limits';

/** Longer in total than gateways cache a key under an epoch. */
const RETRIES = 20;
const PAUSE_MS = 500;

/**
 * Advances the epochs of some keys. Failed ones are retried in the background.
 * @param onAway receives the first failure.
 * @returns whether all advanced at once.
 */
export async function advanceEpochs(
  epochs: Pick<KeyEpochs, 'advance'>,
  keyIds: readonly string[],
  onAway: (cause: unknown) => void,
  retriesLeft = RETRIES,
): Promise<boolean> {
  const outcomes = await Promise.allSettled(keyIds.map((keyId) => epochs.advance(keyId)));
  const failed = keyIds.filter((_, index) => outcomes[index]?.status === 'rejected');
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure === undefined) return true;
  if (retriesLeft === RETRIES) onAway(failure.reason);
  if (retriesLeft > 0) setTimeout(() => void advanceEpochs(epochs, failed, onAway, retriesLeft - 1), PAUSE_MS).unref();
  return false;
}
