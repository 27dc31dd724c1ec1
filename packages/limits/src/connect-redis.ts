import { Cluster, Redis } from 'ioredis';

/** Maximum wait for one Redis reply. A closed connection fails at once. */
export const ANSWER_TIMEOUT_MS = 500;
/** Maximum lifetime of a command whose caller has already given up. */
const COMMAND_TIMEOUT_MS = 3_000;
const CONNECT_TIMEOUT_MS = 2_000;
const LONGEST_RECONNECT_PAUSE_MS = 1_000;
/** Attempts per command when a node is down or a slot has moved, all within `ANSWER_TIMEOUT_MS`. */
const CLUSTER_TRIES = 4;
const CLUSTER_RETRY_PAUSE_MS = 50;
/** Interval of slot refreshes. A redirected command also triggers a refresh. */
const CLUSTER_REFRESH_MS = 5_000;

/** A single server or a cluster. All our names for one key share a hash tag, so every command needs only one node. */
export type RedisClient = Redis | Cluster;

/** One URL, or several URLs of one cluster, separated by commas. */
export const REDIS_URL_PATTERN = '^rediss?://[^,\\s]+(,rediss?://[^,\\s]+)*$';

/**
 * Opens a Redis connection that fails fast, because requests must not wait for an unavailable store. It reconnects
 * automatically and pipelines commands of the same tick.
 * @param url `redis://host:6379`, or several nodes of one Redis Cluster separated by commas. The cluster reports
 * its other nodes. All nodes use the user name and password of the first URL.
 * @param onError called for every connection error; nothing else reports them.
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
