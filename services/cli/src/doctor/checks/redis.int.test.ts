import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { once } from 'node:events';
import { connectRedis, type RedisClient, redisServers } from '@plat/limits';
import { type PrivateRedisCluster, startPrivateRedisCluster } from '@plat/limits/testing';
import { type TestRedis, testRedis } from '@plat/test-kit';
import { openDoctorContext } from '../doctor-context.ts';
import { lookAt } from '../look-at.fixture.ts';

const SLOW_MS = 120_000;
const CHECKS_OF_REDIS = ['redis', 'redis_cluster', 'redis_eviction', 'clock_redis'] as const;

const connected = async (url: string): Promise<RedisClient> => {
  const redis = connectRedis(url, () => {});
  await once(redis, 'ready');
  return redis;
};
const standings = async (url: string, redis: RedisClient) => {
  const reports = CHECKS_OF_REDIS.map((name) => lookAt(name, { redis, env: { REDIS_URL: url } }));
  return Object.fromEntries((await Promise.all(reports)).map(({ name, standing }) => [name, standing]));
};

/** Like `plat doctor` with only its settings. */
async function diagnose(url: string) {
  const { at, close } = await openDoctorContext('/nowhere', { REDIS_URL: url }, () => {});
  const reports = await Promise.all(CHECKS_OF_REDIS.map((name) => lookAt(name, at)));
  await close();
  return Object.fromEntries(reports.map((report) => [report.name, report]));
}

describe('one server', () => {
  let server: TestRedis | null;
  beforeAll(async () => {
    server = await testRedis();
    if (server === null) console.log('skipped: checks of Redis (this machine has no redis-server)');
  });
  afterAll(() => server?.close());

  test('warns about evicted keys, and fails if unavailable', async () => {
    if (server === null) return;
    const redis = await connected(server.url);
    try {
      expect(await standings(server.url, redis)).toEqual({
        redis: 'ok',
        redis_cluster: 'skipped',
        redis_eviction: 'ok',
        clock_redis: 'ok',
      });
      await redisServers(redis)[0]!.config('SET', 'maxmemory-policy', 'allkeys-lru');
      expect(await lookAt('redis_eviction', { redis })).toMatchObject({ standing: 'warn' });
      await server.kill();
      expect(await lookAt('redis', { redis })).toMatchObject({ standing: 'fail' });
    } finally {
      redis.disconnect();
      await server.restart();
    }
  });

  test('distinguishes a server configured as a cluster, or a rejected password, from an unavailable one', async () => {
    if (server === null) return;
    expect((await diagnose(`${server.url},${server.url}`)).redis).toMatchObject({
      standing: 'fail',
      seen: expect.stringContaining('not a cluster'),
    });
    const redis = await connected(server.url);
    await redisServers(redis)[0]!.config('SET', 'requirepass', 'correct');
    redis.disconnect();
    for (const url of [server.url, server.url.replace('://', '://:hunter2@')]) {
      const { redis: report } = await diagnose(url);
      expect(report).toMatchObject({ standing: 'fail', seen: 'it refuses the name or password' });
      expect(JSON.stringify(report)).not.toContain('hunter2');
    }
  });
});

describe('a cluster', () => {
  let cluster: PrivateRedisCluster | undefined;
  beforeAll(async () => {
    cluster = await startPrivateRedisCluster();
    if (cluster === undefined) console.log('skipped: checks of a Redis Cluster (there is no redis-server)');
  }, SLOW_MS);
  afterAll(() => cluster?.close());

  test(
    'is checked on every master, and fails if keys have no node',
    async () => {
      if (cluster === undefined) return;
      const redis = await connected(cluster.url);
      const { url } = cluster;
      const look = () => lookAt('redis_cluster', { redis, env: { REDIS_URL: url } });
      const until = async (standing: string) => {
        while ((await look()).standing !== standing) await Bun.sleep(100);
      };
      try {
        // Nodes learn of each other's replicas by gossip.
        await until('ok');
        expect(await standings(cluster.url, redis)).toEqual({
          redis: 'ok',
          redis_cluster: 'ok',
          redis_eviction: 'ok',
          clock_redis: 'ok',
        });
        for (const master of redisServers(redis)) {
          await master.config('SET', 'maxmemory-policy', 'allkeys-lru');
          const report = await lookAt('redis_eviction', { redis });
          expect(report).toMatchObject({ standing: 'warn', seen: expect.stringContaining(`:${master.options.port}`) });
          await master.config('SET', 'maxmemory-policy', 'noeviction');
        }

        const port = await cluster.masterOf('any key');
        const [replica] = await cluster.replicasOf(port);
        await cluster.kill(replica!);
        await until('warn');
        await cluster.kill(port);
        await until('fail');
        expect((await look()).seen).toContain(`:${port}`);
        // The state that an operator sees who runs the doctor only now.
        expect((await diagnose(cluster.url)).redis_cluster).toMatchObject({ standing: 'fail' });
        await cluster.restart(port);
        await cluster.restart(replica!);
        await until('ok');
      } finally {
        redis.disconnect();
      }
    },
    SLOW_MS,
  );

  test('is unusable with one node configured as a server', async () => {
    if (cluster === undefined) return;
    const [one = ''] = cluster.url.split(',');
    expect((await diagnose(one)).redis_cluster).toMatchObject({
      standing: 'fail',
      advice: expect.stringContaining('separated by commas'),
    });
  });
});
