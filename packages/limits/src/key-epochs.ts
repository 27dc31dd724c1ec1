import type { Redis } from 'ioredis';

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

/**
 * For any number of replicas. An epoch is a random value, so that a Redis that lost its data cannot come back to an
 * earlier one.
 */
export function createRedisKeyEpochs({ redis }: { redis: Redis }): KeyEpochs {
  const name = (keyId: string) => `plat:{${keyId}}:epoch`;
  return {
    current: async (keyId) => (await redis.get(name(keyId))) ?? NEVER_ADVANCED,
    advance: async (keyId) => {
      await redis.set(name(keyId), crypto.randomUUID(), 'EX', EPOCH_LIFETIME_SECONDS);
    },
    close: async () => {},
  };
}
