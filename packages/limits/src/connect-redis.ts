import { Redis } from 'ioredis';

/** How long requests wait for Redis; a connection that is cut is noticed at once. */
export const ANSWER_TIMEOUT_MS = 500;
/** Of commands that nobody waits for any more. */
const COMMAND_TIMEOUT_MS = 3_000;
const CONNECT_TIMEOUT_MS = 2_000;
const LONGEST_RECONNECT_PAUSE_MS = 1_000;

/**
 * A Redis connection that fails fast: a request must never wait for a store that is away. It reconnects for ever by
 * itself; commands of the same tick travel in one round trip.
 * @param onError hears every connection error; it is the only sign of one.
 */
export function connectRedis(url: string, onError: (error: unknown) => void): Redis {
  const redis = new Redis(url, {
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 50, LONGEST_RECONNECT_PAUSE_MS),
  });
  redis.on('error', onError);
  return redis;
}
