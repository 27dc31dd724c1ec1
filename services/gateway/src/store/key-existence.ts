import { EXISTING_KEYS_MAX, existingKeys } from '@plat/contracts';
import { type Clock, createBatcher, type Principal, type ServiceClient, type ServiceMetrics } from '@plat/kit';
import type { Work } from '@plat/telemetry';
import { awaitAnswer, type BatchMember, memberOf, runBatch } from './usage-batch.ts';

/** A slower lookup fails for all its waiters. */
const LOOKUP_TIMEOUT_MS = 5_000;

/** Checks that a key exists. @throws AppError when accounts is unavailable or the signal aborts. */
export type KeyExistence = (keySha256: string, work: Work, signal: AbortSignal) => Promise<boolean>;

export interface KeyExistenceDeps {
  client: ServiceClient;
  /** Principal of lookups, which mix callers. */
  principal: Principal;
  clock: Clock;
  metrics: Pick<ServiceMetrics, 'observeWork' | 'showQueue'>;
}

/**
 * Looks up keys in batches, one batch at a time. However many keys are guessed, accounts runs one statement per
 * gateway, and a real key waits for two lookups at most while fewer than `EXISTING_KEYS_MAX` requests wait.
 */
export function createKeyExistence({ client, principal, clock, metrics }: KeyExistenceDeps): KeyExistence {
  const lookups = createBatcher({
    maxBatch: EXISTING_KEYS_MAX,
    maxInFlight: 1,
    send: (members: readonly BatchMember<string>[]) =>
      runBatch('existing keys', members, metrics.observeWork, async (sha256s, work) => {
        const deadlineMs = clock.nowMs() + LOOKUP_TIMEOUT_MS;
        const body = { key_sha256s: sha256s };
        return (await client.call(existingKeys, { body, principal, requestId: work.requestId, work, deadlineMs }))
          .exist;
      }),
  });
  metrics.showQueue('key_lookups', lookups.capacity);
  return (keySha256, work, signal) =>
    awaitAnswer(existingKeys.operation, work, lookups.add(memberOf(keySha256), signal));
}
