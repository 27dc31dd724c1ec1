import { Cluster, Redis } from 'ioredis';
import type { RedisClient } from './connect-redis.ts';

const ASK_TIMEOUT_MS = 2_000;

/** State of a cluster as one of its nodes reports it. Nodes are `host:port`. */
export interface ClusterState {
  /** Of 16,384 slots, those whose node answers. */
  servedSlots: number;
  masters: string[];
  replicas: string[];
  /** Nodes that the others report as failed. */
  unavailable: string[];
  /** Masters without a working replica. */
  unreplicated: string[];
}

/** The servers that hold keys: the single server, or the known masters of a cluster. */
export const redisServers = (redis: RedisClient): Redis[] =>
  redis instanceof Cluster ? redis.nodes('master') : [redis];

/**
 * Reports the cluster as seen by the first configured node that answers, even when the cluster serves no requests.
 * Null when no node answers.
 * @param url as `connectRedis` takes it.
 */
export async function readClusterState(url: string): Promise<ClusterState | null> {
  const nodes = url.split(',').map((node) => new URL(node));
  for (const node of nodes) {
    const { username, password } = nodes[0] as URL;
    const redis = new Redis(Object.assign(node, { username, password }).href, {
      lazyConnect: true,
      retryStrategy: () => null,
      maxRetriesPerRequest: 0,
      connectTimeout: ASK_TIMEOUT_MS,
      commandTimeout: ASK_TIMEOUT_MS,
    });
    redis.on('error', () => {});
    try {
      await redis.connect();
      return parseClusterState(String(await redis.cluster('INFO')), String(await redis.cluster('NODES')));
    } catch {
    } finally {
      redis.disconnect();
    }
  }
  return null;
}

/** @param nodesText one line per node: `id address@bus,name flags master-id ping pong epoch link slot...` */
function parseClusterState(info: string, nodesText: string): ClusterState {
  const nodes = nodesText.split('\n').flatMap((line) => {
    const [id = '', address = '', flags = '', masterId = '', , , , , ...slots] = line.trim().split(' ');
    const [name = ''] = address.split('@');
    return id === ''
      ? []
      : [{ id, name, isUnavailable: /fail|noaddr/.test(flags), masterId, hasSlots: slots.length > 0 }];
  });
  const there = nodes.filter(({ isUnavailable }) => !isUnavailable);
  const masters = there.filter(({ hasSlots }) => hasSlots);
  const replicas = there.filter(({ masterId }) => masterId !== '-');
  const names = (some: typeof nodes) => some.map(({ name }) => name);
  return {
    servedSlots: Number(/^cluster_slots_ok:(\d+)/m.exec(info)?.[1] ?? 0),
    masters: names(masters),
    replicas: names(replicas),
    unavailable: names(nodes.filter(({ isUnavailable }) => isUnavailable)),
    unreplicated: names(masters.filter(({ id }) => !replicas.some(({ masterId }) => masterId === id))),
  };
}
