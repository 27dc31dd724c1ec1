import type { KeyEpochs } from '@plat/limits';

/** Longer than gateways remember a key under an epoch. */
const RETRIES = 20;
const PAUSE_MS = 500;

/**
 * Advances the epochs of some keys: all of them, and those that failed again and again in the background.
 * @param onAway hears of the first failure.
 * @returns whether all were advanced at once.
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
