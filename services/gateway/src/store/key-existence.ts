import { EXISTING_KEYS_MAX, existingKeys } from '@plat/contracts';
import type { Clock, Principal, ServiceClient, ServiceMetrics } from '@plat/kit';
import type { Work } from '@plat/telemetry';
import { createCoalescer } from '../domain/coalescer.ts';
import { asBatch, type BatchMember, memberOf, noted } from './usage-batch.ts';

/** A lookup that takes longer has failed for all who wait for it. */
const LOOKUP_TIMEOUT_MS = 5_000;

/** Asks whether a key exists. @throws AppError when accounts cannot be asked, or the signal aborts. */
export type KeyExistence = (keySha256: string, work: Work, signal: AbortSignal) => Promise<boolean>;

export interface KeyExistenceDeps {
  client: ServiceClient;
  /** On whose behalf lookups travel: they mix callers. */
  principal: Principal;
  clock: Clock;
  metrics: Pick<ServiceMetrics, 'observeWork' | 'showQueue'>;
}

/**
 * Looks keys up many at a time, and one lookup at a time: however many keys are guessed, accounts runs at most one
 * statement for each gateway, and a real key among them waits for two lookups at most while fewer than
 * `EXISTING_KEYS_MAX` requests wait.
 */
export function createKeyExistence({ client, principal, clock, metrics }: KeyExistenceDeps): KeyExistence {
  const lookups = createCoalescer({
    maxBatch: EXISTING_KEYS_MAX,
    send: (members: BatchMember<string>[]) =>
      asBatch('existing keys', members, metrics.observeWork, async (sha256s, work) => {
        const deadlineMs = clock.nowMs() + LOOKUP_TIMEOUT_MS;
        const body = { key_sha256s: sha256s };
        return (await client.call(existingKeys, { body, principal, requestId: work.requestId, work, deadlineMs }))
          .exist;
      }),
  });
  metrics.showQueue('key_lookups', lookups.places);
  return (keySha256, work, signal) => noted(existingKeys.operation, work, lookups.ask(memberOf(keySha256), signal));
}
