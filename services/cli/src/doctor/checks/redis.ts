import { lookAtCluster, type RedisClient, redisServers } from '@plat/limits';
import type { Check, Finding, Surroundings } from '../check.ts';

/** What the compose file runs is 8; scripts and commands of ours are all in 6.2. */
const MIN_VERSION = [6, 2] as const;
const ADVICE = 'Without Redis each replica counts minutes by itself. Check REDIS_URL, and that the server runs.';

type Server = ReturnType<typeof redisServers>[number];

const nameOf = ({ options: { host, port } }: Server): string => `${host}:${port}`;

const fieldOf = (info: string, field: string): string | null =>
  new RegExp(`^${field}:(\\S+)`, 'm').exec(info)?.[1] ?? null;

/** One field of `INFO` of every server that holds keys; null of those that do not answer. */
const askAll = (redis: RedisClient, section: string, field: string) =>
  Promise.all(
    redisServers(redis).map(async (server) => {
      const info = await server.info(section).catch(() => null);
      return { name: nameOf(server), value: info === null ? null : (fieldOf(info, field) ?? 'unknown') };
    }),
  );

/** A check that asks Redis, skipped where there is none. */
const redisCheck = (name: string, look: (redis: RedisClient, at: Surroundings) => Promise<Finding>): Check => ({
  name,
  look: (at) => (at.redis === null ? { standing: 'skipped', seen: 'no Redis' } : look(at.redis, at)),
});

const isOld = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1]);
};

export const redis: Check = {
  name: 'redis',
  look: async ({ env, redis, redisFailure }) => {
    if (redis === null) {
      return env.REDIS_URL === undefined
        ? { standing: 'skipped', seen: 'REDIS_URL is not set: limits live in one process' }
        : { standing: 'skipped', seen: 'REDIS_URL is no URL of a Redis' };
    }
    if (redisFailure !== null) return { standing: 'fail', seen: redisFailure, advice: ADVICE };
    const servers = await askAll(redis, 'server', 'redis_version');
    const away = servers.filter(({ value }) => value === null).map(({ name }) => name);
    if (servers.length === 0) return { standing: 'fail', seen: 'it does not answer', advice: ADVICE };
    if (away.length > 0) return { standing: 'fail', seen: `no answer of ${away.join(', ')}`, advice: ADVICE };
    const versions = [...new Set(servers.map(({ value }) => value!))].join(', ');
    return servers.some(({ value }) => isOld(value!))
      ? { standing: 'fail', seen: versions, advice: `Plat needs Redis ${MIN_VERSION.join('.')} or newer.` }
      : { standing: 'ok', seen: versions };
  },
};

const SLOTS = 16_384;

/** A cluster in which every key has a node, and every node somebody to take over. */
export const redisCluster = redisCheck('redis_cluster', async (redis, { env }) => {
  if (!redis.isCluster) {
    const [server] = await askAll(redis, 'cluster', 'cluster_enabled');
    if (server?.value !== '1') return { standing: 'skipped', seen: 'REDIS_URL names one server' };
    return {
      standing: 'fail',
      seen: 'REDIS_URL names one node of a cluster as if it were a server',
      advice: 'Name some of its nodes, separated by commas: REDIS_URL=redis://a:6379,redis://b:6379',
    };
  }
  const cluster = await lookAtCluster(env.REDIS_URL!);
  if (cluster === null) return { standing: 'skipped', seen: 'no node of it answers' };
  const { servedSlots, masters, replicas, away, alone } = cluster;
  if (servedSlots < SLOTS) {
    return {
      standing: 'fail',
      seen: `${SLOTS - servedSlots} of ${SLOTS} slots have no node; away: ${away.join(', ') || 'none'}`,
      advice:
        'Start the nodes that are away; see `redis-cli --cluster check`. Minutes are counted by each process until then.',
    };
  }
  if (away.length > 0) return { standing: 'warn', seen: `away: ${away.join(', ')}`, advice: 'Start these nodes.' };
  if (alone.length > 0) {
    const advice = 'Give each a replica: without one its limits are counted by each process while it is away.';
    return { standing: 'warn', seen: `without a replica: ${alone.join(', ')}`, advice };
  }
  return { standing: 'ok', seen: `${masters.length} masters, ${replicas.length} replicas` };
});

/** A Redis that throws keys away when it is full forgets minutes and revocations without a word. */
export const redisEviction = redisCheck('redis_eviction', async (redis) => {
  const servers = (await askAll(redis, 'memory', 'maxmemory_policy')).filter(({ value }) => value !== null);
  if (servers.length === 0) return { standing: 'skipped', seen: 'it does not answer' };
  const evicting = servers.filter(({ value }) => value !== 'noeviction');
  return evicting.length === 0
    ? { standing: 'ok', seen: 'noeviction' }
    : {
        standing: 'warn',
        seen: `maxmemory-policy is ${evicting.map(({ name, value }) => `${value} on ${name}`).join(', ')}`,
        advice: 'Set maxmemory-policy to noeviction.',
      };
});
