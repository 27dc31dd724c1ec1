import { Cluster, Redis } from 'ioredis';

/** How long requests wait for Redis; a connection that is cut is noticed at once. */
export const ANSWER_TIMEOUT_MS = 500;
/** Of commands that nobody waits for any more. */
const COMMAND_TIMEOUT_MS = 3_000;
const CONNECT_TIMEOUT_MS = 2_000;
const LONGEST_RECONNECT_PAUSE_MS = 1_000;
/** A command that meets a node which is gone, or no longer has the key, is sent so often; within `ANSWER_TIMEOUT_MS`. */
const CLUSTER_TRIES = 4;
const CLUSTER_RETRY_PAUSE_MS = 50;
/** How soon a cluster's new nodes are known; a command that is sent elsewhere tells it at once. */
const CLUSTER_REFRESH_MS = 5_000;

/** A server, or a cluster of them. Every key of ours has one hash tag, so that no command needs two nodes. */
export type RedisClient = Redis | Cluster;

/** One URL, or several of one cluster separated by commas. */
export const REDIS_URL_PATTERN = '^rediss?://[^,\\s]+(,rediss?://[^,\\s]+)*$';

/**
 * A Redis connection that fails fast: a request must never wait for a store that is away. It reconnects for ever by
 * itself; commands of the same tick travel in one round trip.
 * @param url `redis://host:6379`; several, separated by commas, are nodes of one Redis Cluster, from which the others
 * are learnt. Name and password of the first are used for all.
 * @param onError hears every connection error; it is the only sign of one.
 */
export function connectRedis(url: string, onError: (error: unknown) => void): RedisClient {
  const [first = url, ...others] = url.split(',');
  return others.length === 0 ? connectServer(first, onError) : connectCluster([first, ...others], onError);
}

const reconnectPauseMs = (attempt: number): number => Math.min(attempt * 50, LONGEST_RECONNECT_PAUSE_MS);

function connectServer(url: string, onError: (error: unknown) => void): Redis {
  const redis = new Redis(url, {
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: reconnectPauseMs,
  });
  redis.on('error', onError);
  return redis;
}

function connectCluster(urls: readonly string[], onError: (error: unknown) => void): Cluster {
  const { protocol, username, password } = new URL(urls[0] as string);
  const cluster = new Cluster([...urls], {
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    maxRedirections: CLUSTER_TRIES,
    retryDelayOnFailover: CLUSTER_RETRY_PAUSE_MS,
    retryDelayOnClusterDown: CLUSTER_RETRY_PAUSE_MS,
    retryDelayOnTryAgain: CLUSTER_RETRY_PAUSE_MS,
    slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
    slotsRefreshInterval: CLUSTER_REFRESH_MS,
    clusterRetryStrategy: reconnectPauseMs,
    redisOptions: {
      commandTimeout: COMMAND_TIMEOUT_MS,
      connectTimeout: CONNECT_TIMEOUT_MS,
      ...(username === '' ? {} : { username: decodeURIComponent(username) }),
      ...(password === '' ? {} : { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' ? { tls: {} } : {}),
    },
  });
  cluster.on('error', onError);
  cluster.on('node error', onError);
  return cluster;
}
