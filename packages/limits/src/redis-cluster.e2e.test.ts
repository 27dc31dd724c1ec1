import { afterAll, describe, expect, test } from 'bun:test';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Redis } from 'ioredis';
import {
  connectRedis,
  createMemoryMinuteLimiter,
  createRedisKeyEpochs,
  createRedisMinuteLimiter,
  createResilientMinuteLimiter,
  type LimiterState,
  REDIS_URL_PATTERN,
  REPLICA_WAIT_MS,
  type RedisClient,
} from './index.ts';
import { FakeClock } from './testing/fake-clock.ts';
import { keyEpochsConformance } from './testing/key-epochs-conformance.ts';
import { minuteLimiterConformance } from './testing/minute-limiter-conformance.ts';
import { startPrivateRedisCluster } from './testing/private-redis-cluster.ts';

const cluster = await startPrivateRedisCluster();
if (cluster === undefined) console.log('skipped: limits on a Redis Cluster need redis-server and redis-cli');

const connected = async (url: string): Promise<RedisClient> => {
  const redis = connectRedis(url, () => {});
  await new Promise((resolve) => redis.once('ready', resolve));
  return redis;
};

if (cluster !== undefined) {
  const redis = await connected(cluster.url);
  // One node is enough to find the others. Naming it twice selects cluster mode.
  const [first] = cluster.url.split(',') as [string];
  const replica = await connected(`${first},${first}`);
  /** Reads a value from one specific node, which may be a replica. */
  const valueOn = async (port: number, key: string): Promise<string | null> => {
    const node = new Redis(port);
    await node.readonly();
    const value = await node.get(key);
    node.disconnect();
    return value;
  };
  afterAll(async () => {
    redis.disconnect();
    replica.disconnect();
    await cluster.close();
  });
  const epochKey = (keyId: string) => `plat:{${keyId}}:epoch`;
  const minuteKey = (keyId: string) => `plat:{${keyId}}:minute`;
  /** `count` keys whose slots belong to this master. */
  const keysOf = async (masterPort: number, count: number): Promise<string[]> => {
    const keys: string[] = [];
    while (keys.length < count) {
      const key = `of-${crypto.randomUUID()}`;
      if ((await cluster.masterOf(minuteKey(key))) === masterPort) keys.push(key);
    }
    return keys;
  };

  minuteLimiterConformance('Redis Cluster', (clock) => createRedisMinuteLimiter({ redis, clock }), { runs: 10 });
  keyEpochsConformance('Redis Cluster', () => ({
    one: createRedisKeyEpochs({ redis }),
    other: createRedisKeyEpochs({ redis: replica }),
  }));

  describe('on a Redis Cluster', () => {
    test('stores all data of one key on one node', async () => {
      for (let round = 0; round < 20; round++) {
        const key = crypto.randomUUID();
        await createRedisMinuteLimiter({ redis }).take(key, 5);
        await createRedisKeyEpochs({ redis }).current(key);
        const port = await cluster.masterOf(minuteKey(key));
        expect(await cluster.masterOf(epochKey(key))).toBe(port);
        const node = new Redis(port);
        expect(await node.exists(minuteKey(key), epochKey(key))).toBe(2);
        node.disconnect();
      }
    }, 60_000);

    test('counts parallel requests of many keys on all nodes', async () => {
      const limiter = createRedisMinuteLimiter({ redis });
      const keys = Array.from({ length: 60 }, () => crypto.randomUUID());
      const takes = keys.flatMap((key) => Array.from({ length: 5 }, () => limiter.take(key, 3)));
      const decisions = await Promise.all(takes);
      expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(60 * 3);
      expect(new Set(await Promise.all(keys.map((key) => cluster.masterOf(minuteKey(key))))).size).toBe(3);
    }, 60_000);

    test('stores an advanced epoch on a replica before `advance` returns', async () => {
      const epochs = createRedisKeyEpochs({ redis });
      for (let round = 0; round < 30; ) {
        const key = crypto.randomUUID();
        const startedMs = performance.now();
        await epochs.advance(key);
        // On a busy machine the wait for the replica may have timed out.
        if (performance.now() - startedMs >= REPLICA_WAIT_MS) continue;
        const [replicaPort] = await cluster.replicasOf(await cluster.masterOf(epochKey(key)));
        expect(await valueOn(replicaPort as number, epochKey(key))).toBe(await epochs.current(key));
        round++;
      }
    }, 60_000);

    test('keeps limits and epochs when their node fails', async () => {
      const states: LimiterState[] = [];
      const limiter = createResilientMinuteLimiter(
        createRedisMinuteLimiter({ redis }),
        createMemoryMinuteLimiter({ nowMs: () => Date.now() }),
        (state) => states.push(state),
      );
      const epochs = createRedisKeyEpochs({ redis });
      const [own] = cluster.url.split(',').map((url) => Number(new URL(url).port)) as [number];
      const victim = (await cluster.replicasOf(own)).length > 0 ? own : await cluster.masterOf(minuteKey('a'));
      const [key = '', other = ''] = await keysOf(victim, 2);
      for (let i = 0; i < 3; i++) expect((await limiter.take(key, 5)).allowed).toBe(true);
      await epochs.advance(key);
      const before = await epochs.current(key);
      const [heir] = await cluster.replicasOf(victim);
      while ((await valueOn(heir as number, epochKey(key))) !== before) await Bun.sleep(20);
      await cluster.kill(victim);

      const killedMs = performance.now();
      const heldUp = monitorEventLoopDelay();
      heldUp.enable();
      let slowestMs = 0;
      let admitted = 3;
      let isPromoted = false;
      while (!isPromoted && performance.now() - killedMs < 30_000) {
        const startedMs = performance.now();
        if ((await limiter.take(key, 5)).allowed) admitted++;
        slowestMs = Math.max(slowestMs, performance.now() - startedMs);
        isPromoted = (await epochs.current(key).catch(() => undefined)) === before;
        await Bun.sleep(20);
      }
      const awayMs = performance.now() - killedMs;
      expect(isPromoted).toBe(true);
      expect(admitted).toBe(5);
      expect(slowestMs - heldUp.max / 1e6).toBeLessThan(1_500);
      expect(states[0]).toBe('memory');
      while (states.at(-1) !== 'redis') {
        await limiter.take(other, 1_000);
        await Bun.sleep(50);
      }
      expect((await limiter.take(key, 5)).allowed).toBe(false);
      console.log(
        `failover of a master: its keys were unavailable for ${Math.round(awayMs)} ms, slowest take ${Math.round(slowestMs)} ms`,
      );
      await epochs.advance(key);
      expect(await epochs.current(key)).not.toBe(before);
      await cluster.restart(victim);
    }, 120_000);
  });
}

describe('Redis URLs', () => {
  const pattern = new RegExp(REDIS_URL_PATTERN);
  test.each(['redis://redis:6379', 'rediss://:secret@redis:6379/0', 'redis://a:6379,redis://b:6379'])('%s', (url) => {
    expect(url).toMatch(pattern);
  });
  test.each(['localhost', 'redis://a:6379,b:6379', 'redis://a:6379,', 'redis://a:6379, redis://b:6379'])(
    'is not %s',
    (url) => expect(url).not.toMatch(pattern),
  );
});

test('fails fast when no node of the cluster is reachable', async () => {
  const redis = connectRedis('redis://127.0.0.1:1,redis://127.0.0.1:2', () => {});
  const heldUp = monitorEventLoopDelay();
  heldUp.enable();
  const startedMs = performance.now();
  expect(
    await createRedisKeyEpochs({ redis })
      .current('a')
      .catch(() => 'failed'),
  ).toBe('failed');
  expect(performance.now() - startedMs - heldUp.max / 1e6).toBeLessThan(1_000);
  const limiter = createResilientMinuteLimiter(
    createRedisMinuteLimiter({ redis }),
    createMemoryMinuteLimiter(new FakeClock()),
    () => {},
  );
  expect(await limiter.take('a', 5)).toMatchObject({ allowed: true, remaining: 4 });
  redis.disconnect();
});
