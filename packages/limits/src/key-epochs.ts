import { ANSWER_TIMEOUT_MS, type RedisClient } from './connect-redis.ts';
import { createRedisBatcher, type OnBatcherOpen } from './redis-batcher.ts';
import { withTimeout } from './with-timeout.ts';

/**
 * Invalidates what replicas cached about a key. A cached answer is valid only while the epoch read before the
 * request is still current. `current` is cheap enough to call on every request.
 */
export interface KeyEpochs {
  current(keyId: string): Promise<string>;
  /** Takes effect on every replica before it returns. */
  advance(keyId: string): Promise<void>;
  close(): Promise<void>;
}

const NEVER_ADVANCED = '0';
/** Longer than any entry is cached under an epoch. */
const EPOCH_LIFETIME_SECONDS = 3_600;
/** Short, so that keys can still be changed in a cluster without replicas. */
export const REPLICA_WAIT_MS = 100;
/** While Redis hangs, only one request per interval waits for it. */
const RETRY_AFTER_MS = 1_000;

/** Key epochs within one process. */
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

/** For a process that receives no change notices. Every epoch is new, so nothing cached is ever reused. */
export const createUnsharedKeyEpochs = (): KeyEpochs => ({
  current: async () => crypto.randomUUID(),
  advance: async () => {},
  close: async () => {},
});

/** Also waits for one replica: a promoted node with the old epoch would accept a revoked key. */
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
 * Shares key epochs between any number of replicas. Every epoch is random, including the first, so a Redis that
 * lost its data never returns to an epoch that a replica has seen.
 */
export function createRedisKeyEpochs({
  redis,
  onOpen,
}: {
  redis: RedisClient;
  /** Receives a function that counts the requests waiting for Redis. */
  onOpen?: OnBatcherOpen;
}): KeyEpochs {
  const name = (keyId: string) => `plat:{${keyId}}:epoch`;
  let hangs = false;
  let retryAtMs = 0;

  const readAll = (keyIds: readonly string[]) => redis.mget(keyIds.map(name));
  const read = createRedisBatcher<string, string | null>(redis, readAll, onOpen);
  const begin = async (keyId: string): Promise<string> => {
    const own = crypto.randomUUID();
    // When replicas ask at the same time, the first one sets the epoch.
    const [, first] = await Promise.all([
      redis.set(name(keyId), own, 'EX', EPOCH_LIFETIME_SECONDS, 'NX'),
      redis.get(name(keyId)),
    ]);
    return first ?? own;
  };

  return {
    current: async (keyId) => {
      const startedMs = performance.now();
      if (hangs && startedMs < retryAtMs) throw new Error('Redis did not answer a moment ago');
      retryAtMs = startedMs + RETRY_AFTER_MS;
      try {
        const epoch = (await read(keyId)) ?? (await withTimeout(begin(keyId), ANSWER_TIMEOUT_MS));
        hangs = false;
        return epoch;
      } catch (cause) {
        hangs = performance.now() - startedMs >= ANSWER_TIMEOUT_MS;
        throw cause;
      }
    },
    advance: async (keyId) => {
      const set = [name(keyId), crypto.randomUUID(), 'EX', EPOCH_LIFETIME_SECONDS] as const;
      await withTimeout<unknown>(redis.isCluster ? setOnReplicaToo(redis, set) : redis.set(...set), ANSWER_TIMEOUT_MS);
    },
    close: async () => {},
  };
}
