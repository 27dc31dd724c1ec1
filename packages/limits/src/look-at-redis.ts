import { Cluster, Redis } from 'ioredis';
import type { RedisClient } from './connect-redis.ts';

const ASK_TIMEOUT_MS = 2_000;

/** What one look at a cluster found; nodes are `host:port`. */
export interface ClusterLook {
  /** Of 16,384: those whose node answers. */
  servedSlots: number;
  masters: string[];
  replicas: string[];
  /** Nodes that the others miss. */
  away: string[];
  /** Masters that nobody can take over from. */
  alone: string[];
}

/** The servers that hold keys: the one, or the masters of a cluster as far as they are known. */
export const redisServers = (redis: RedisClient): Redis[] =>
  redis instanceof Cluster ? redis.nodes('master') : [redis];

/**
 * The cluster as the first of its named nodes that answers sees it, also when it serves nothing; null when none answers.
 * @param url as `connectRedis` takes it.
 */
export async function lookAtCluster(url: string): Promise<ClusterLook | null> {
  const nodes = url.split(',').map((node) => new URL(node));
  for (const node of nodes) {
    const { username, password } = nodes[0] as URL;
    const redis = new Redis(Object.assign(node, { username, password }).href, {
      ...{ lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 },
      ...{ connectTimeout: ASK_TIMEOUT_MS, commandTimeout: ASK_TIMEOUT_MS },
    });
    redis.on('error', () => {});
    try {
      await redis.connect();
      return readLook(String(await redis.cluster('INFO')), String(await redis.cluster('NODES')));
    } catch {
      // The next one may answer.
    } finally {
      redis.disconnect();
    }
  }
  return null;
}

/** @param nodesText a line a node: `id address@bus,name flags master-id ping pong epoch link slot...` */
function readLook(info: string, nodesText: string): ClusterLook {
  const nodes = nodesText.split('\n').flatMap((line) => {
    const [id = '', address = '', flags = '', masterId = '', , , , , ...slots] = line.trim().split(' ');
    const [name = ''] = address.split('@');
    return id === '' ? [] : [{ id, name, isAway: /fail|noaddr/.test(flags), masterId, hasSlots: slots.length > 0 }];
  });
  const there = nodes.filter(({ isAway }) => !isAway);
  const masters = there.filter(({ hasSlots }) => hasSlots);
  const replicas = there.filter(({ masterId }) => masterId !== '-');
  const names = (some: typeof nodes) => some.map(({ name }) => name);
  return {
    servedSlots: Number(/^cluster_slots_ok:(\d+)/m.exec(info)?.[1] ?? 0),
    masters: names(masters),
    replicas: names(replicas),
    away: names(nodes.filter(({ isAway }) => isAway)),
    alone: names(masters.filter(({ id }) => !replicas.some(({ masterId }) => masterId === id))),
  };
}
