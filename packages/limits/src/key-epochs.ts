import { ANSWER_TIMEOUT_MS, type RedisClient } from './connect-redis.ts';
import { inTime } from './in-time.ts';
import { inBatches, type OnBatchesOpen } from './redis-batches.ts';

/**
 * Tells replicas that what they cached about a key is stale: an answer may be reused only while the epoch that was read
 * before asking is still current. `current` is cheap enough to ask on every request.
 */
export interface KeyEpochs {
  current(keyId: string): Promise<string>;
  /** Takes effect on every replica before it returns. */
  advance(keyId: string): Promise<void>;
  close(): Promise<void>;
}

const NEVER_ADVANCED = '0';
/** Longer than anything is cached under an epoch. */
const EPOCH_LIFETIME_SECONDS = 3_600;
/** A cluster that is left without replicas must not keep keys from being changed. */
export const REPLICA_WAIT_MS = 100;
/** After a Redis that hangs, one request at a time waits for it again. */
const ASK_AGAIN_AFTER_MS = 1_000;

/** For one process. */
export function createMemoryKeyEpochs(): KeyEpochs {
  const epochs = new Map<string, string>();
  return {
    current: async (keyId) => epochs.get(keyId) ?? NEVER_ADVANCED,
    advance: async (keyId) => {
      epochs.set(keyId, crypto.randomUUID());
    },
    close: async () => epochs.clear(),
  };
}

/** For a process that nobody can tell of changes: every epoch is a new one, so that nothing is reused. */
export const createUnsharedKeyEpochs = (): KeyEpochs => ({
  current: async () => crypto.randomUUID(),
  advance: async () => {},
  close: async () => {},
});

/** A node that takes over with the epoch of before would let in whom it was advanced for. */
async function setOnReplicaToo(redis: RedisClient, set: readonly [string, string, 'EX', number]): Promise<void> {
  const [[failure] = [new Error('Redis did not answer')]] =
    (await redis
      .pipeline()
      .set(...set)
      .wait(1, REPLICA_WAIT_MS)
      .exec()) ?? [];
  if (failure) throw failure;
}

/**
 * For any number of replicas. Every epoch is a random value, the first one of a key too, so that a Redis that lost its
 * data cannot come back to one that a replica has seen.
 */
export function createRedisKeyEpochs({
  redis,
  onOpen,
}: {
  redis: RedisClient;
  /** Gets what tells how many requests wait for Redis. */
  onOpen?: OnBatchesOpen;
}): KeyEpochs {
  const name = (keyId: string) => `plat:{${keyId}}:epoch`;
  let hangs = false;
  let askAgainAtMs = 0;

  const readAll = (keyIds: readonly string[]) => redis.mget(keyIds.map(name));
  const read = inBatches<string, string | null>(redis, readAll, onOpen);
  const begin = async (keyId: string): Promise<string> => {
    const own = crypto.randomUUID();
    // Of replicas that ask together the first one decides.
    const [, first] = await Promise.all([
      redis.set(name(keyId), own, 'EX', EPOCH_LIFETIME_SECONDS, 'NX'),
      redis.get(name(keyId)),
    ]);
    return first ?? own;
  };

  return {
    current: async (keyId) => {
      const startedMs = performance.now();
      if (hangs && startedMs < askAgainAtMs) throw new Error('Redis did not answer a moment ago');
      askAgainAtMs = startedMs + ASK_AGAIN_AFTER_MS;
      try {
        const epoch = (await read(keyId)) ?? (await inTime(begin(keyId), ANSWER_TIMEOUT_MS));
        hangs = false;
        return epoch;
      } catch (cause) {
        hangs = performance.now() - startedMs >= ANSWER_TIMEOUT_MS;
        throw cause;
      }
    },
    advance: async (keyId) => {
      const set = [name(keyId), crypto.randomUUID(), 'EX', EPOCH_LIFETIME_SECONDS] as const;
      await inTime<unknown>(redis.isCluster ? setOnReplicaToo(redis, set) : redis.set(...set), ANSWER_TIMEOUT_MS);
    },
    close: async () => {},
  };
}
