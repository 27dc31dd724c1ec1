import { type RedisClient, readClusterState, redisServers } from '@plat/limits';
import type { Check, DoctorContext, Finding } from '../check.ts';

/** The compose file runs 8; all scripts and commands exist since 6.2. */
const MIN_VERSION = [6, 2] as const;
const ADVICE = 'Without Redis each replica counts minute limits separately. Check REDIS_URL and the server.';

type Server = ReturnType<typeof redisServers>[number];

const nameOf = ({ options: { host, port } }: Server): string => `${host}:${port}`;

const fieldOf = (info: string, field: string): string | null =>
  new RegExp(`^${field}:(\\S+)`, 'm').exec(info)?.[1] ?? null;

/** One `INFO` field of every server with keys; null for those that do not answer. */
const askAll = (redis: RedisClient, section: string, field: string) =>
  Promise.all(
    redisServers(redis).map(async (server) => {
      const info = await server.info(section).catch(() => null);
      return { name: nameOf(server), value: info === null ? null : (fieldOf(info, field) ?? 'unknown') };
    }),
  );

/** A Redis check; skipped without Redis. */
const redisCheck = (name: string, look: (redis: RedisClient, at: DoctorContext) => Promise<Finding>): Check => ({
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
        : { standing: 'skipped', seen: 'REDIS_URL is not a Redis URL' };
    }
    if (redisFailure !== null) return { standing: 'fail', seen: redisFailure, advice: ADVICE };
    const servers = await askAll(redis, 'server', 'redis_version');
    const silent = servers.filter(({ value }) => value === null).map(({ name }) => name);
    if (servers.length === 0) return { standing: 'fail', seen: 'it does not answer', advice: ADVICE };
    if (silent.length > 0) return { standing: 'fail', seen: `no answer from ${silent.join(', ')}`, advice: ADVICE };
    const versions = [...new Set(servers.map(({ value }) => value!))].join(', ');
    return servers.some(({ value }) => isOld(value!))
      ? { standing: 'fail', seen: versions, advice: `Plat needs Redis ${MIN_VERSION.join('.')} or newer.` }
      : { standing: 'ok', seen: versions };
  },
};

const SLOTS = 16_384;

/** Checks that every key has a node, and every node a replica. */
export const redisCluster = redisCheck('redis_cluster', async (redis, { env }) => {
  if (!redis.isCluster) {
    const [server] = await askAll(redis, 'cluster', 'cluster_enabled');
    if (server?.value !== '1') return { standing: 'skipped', seen: 'REDIS_URL names one server' };
    return {
      standing: 'fail',
      seen: 'REDIS_URL names one node of a cluster like a single server',
      advice: 'List some of its nodes, separated by commas: REDIS_URL=redis://a:6379,redis://b:6379',
    };
  }
  const cluster = await readClusterState(env.REDIS_URL!);
  if (cluster === null) return { standing: 'skipped', seen: 'no node of it answers' };
  const { servedSlots, masters, replicas, unavailable, unreplicated } = cluster;
  if (servedSlots < SLOTS) {
    return {
      standing: 'fail',
      seen: `${SLOTS - servedSlots} of ${SLOTS} slots have no node; unavailable: ${unavailable.join(', ') || 'none'}`,
      advice:
        'Start the unavailable nodes; see `redis-cli --cluster check`. Until then each process counts minute limits separately.',
    };
  }
  if (unavailable.length > 0)
    return { standing: 'warn', seen: `unavailable: ${unavailable.join(', ')}`, advice: 'Start these nodes.' };
  if (unreplicated.length > 0) {
    const advice =
      'Give each a replica: without one, each process counts its limits separately while it is unavailable.';
    return { standing: 'warn', seen: `without a replica: ${unreplicated.join(', ')}`, advice };
  }
  return { standing: 'ok', seen: `${masters.length} masters, ${replicas.length} replicas` };
});

/** A full Redis that evicts keys silently forgets minute limits and revocations. */
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
