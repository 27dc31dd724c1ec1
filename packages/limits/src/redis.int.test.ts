import { afterAll, describe, expect, test } from 'bun:test';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import fc from 'fast-check';
import {
  connectRedis,
  createMemoryMinuteLimiter,
  createRedisKeyEpochs,
  createRedisMinuteLimiter,
  createResilientMinuteLimiter,
  type LimiterState,
} from './index.ts';
import { FakeClock } from './testing/fake-clock.ts';
import { keyEpochsConformance } from './testing/key-epochs-conformance.ts';
import { minuteLimiterConformance } from './testing/minute-limiter-conformance.ts';
import { startPrivateRedis } from './testing/private-redis.ts';

const own = await startPrivateRedis();
const url = own?.url ?? process.env.REDIS_URL;
if (url === undefined) console.log('skipped: Redis limits need redis-server or REDIS_URL');

if (url !== undefined) {
  const connect = async () => {
    const redis = connectRedis(url, () => {});
    if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
    return redis;
  };
  const redis = await connect();
  const replica = await connect();
  afterAll(async () => {
    redis.disconnect();
    replica.disconnect();
    await own?.close();
  });

  minuteLimiterConformance('Redis', (clock) => createRedisMinuteLimiter({ redis, clock }), { runs: 25 });
  keyEpochsConformance('Redis', () => ({
    one: createRedisKeyEpochs({ redis }),
    other: createRedisKeyEpochs({ redis: replica }),
  }));

  test('replicas share one window on the clock of the Redis server', async () => {
    const limiters = [createRedisMinuteLimiter({ redis }), createRedisMinuteLimiter({ redis: replica })];
    const key = `shared-${crypto.randomUUID()}`;
    const decisions = await Promise.all(Array.from({ length: 50 }, (_, i) => limiters[i % 2]!.take(key, 20)));
    expect(decisions.filter((decision) => decision.allowed)).toHaveLength(20);
    const waitMs = decisions.find((decision) => !decision.allowed)!.retryAfterMs;
    expect(waitMs).toBeGreaterThan(55_000);
    expect(waitMs).toBeLessThanOrEqual(60_000);
  });

  test('stores admission times in microseconds so that no window is a fraction of a millisecond short', async () => {
    const key = `noted-${crypto.randomUUID()}`;
    const serverMs = async () => {
      const [seconds, microseconds] = await redis.time();
      return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
    };
    const beforeMs = await serverMs();
    await createRedisMinuteLimiter({ redis }).take(key, 20);
    const notedMs = Number(await redis.lindex(`plat:{${key}}:minute`, 0));
    expect(notedMs).toBeGreaterThanOrEqual(beforeMs);
    expect(notedMs).toBeLessThanOrEqual(await serverMs());
    expect(await redis.pexpiretime(`plat:{${key}}:minute`)).toBeGreaterThan(notedMs + 60_000);
  });

  test('a Redis that lost its data never returns to an epoch that a replica has seen', async () => {
    const epochs = createRedisKeyEpochs({ redis });
    const key = `lost-${crypto.randomUUID()}`;
    const seen = new Set([await epochs.current(key)]);
    expect([await epochs.current(key)]).toEqual([...seen]);
    await epochs.advance(key);
    seen.add(await epochs.current(key));
    await redis.del(`plat:{${key}}:epoch`);
    seen.add(await epochs.current(key));
    expect(seen.size).toBe(3);
    expect(await redis.ttl(`plat:{${key}}:epoch`)).toBeGreaterThan(0);
  });

  test('replicas that first ask at the same time read the same epoch', async () => {
    const replicas = [createRedisKeyEpochs({ redis }), createRedisKeyEpochs({ redis: replica })];
    const key = `first-${crypto.randomUUID()}`;
    const epochs = await Promise.all(Array.from({ length: 20 }, (_, i) => replicas[i % 2]!.current(key)));
    expect(new Set(epochs).size).toBe(1);
  });

  test.each([60_000, 1_000])('a window of %p ms leaves nothing in Redis after it ends', async (windowMs) => {
    const key = `expiring-${crypto.randomUUID()}`;
    let timeToLiveMs = -2;
    // On a busy machine the entry may have expired before we read it.
    while (timeToLiveMs === -2) {
      await createRedisMinuteLimiter({ redis }).take(key, 20, windowMs);
      timeToLiveMs = await redis.pttl(`plat:{${key}}:minute`);
    }
    expect(timeToLiveMs).toBeGreaterThan(0);
    expect(timeToLiveMs).toBeLessThanOrEqual(windowMs + 1_000);
  });

  test('a full window still expires on time after the server clock was set back', async () => {
    const key = `moved-${crypto.randomUUID()}`;
    const limiter = createRedisMinuteLimiter({ redis });
    await limiter.take(key, 1);
    await redis.pexpire(`plat:{${key}}:minute`, 3_600_000);
    expect((await limiter.take(key, 1)).allowed).toBe(false);
    expect(await redis.pttl(`plat:{${key}}:minute`)).toBeLessThanOrEqual(61_000);
  });
}

describe.skipIf(own === undefined)('while Redis is down', () => {
  test('counts in memory at once, and in Redis again after it recovers', async () => {
    const away = (await startPrivateRedis())!;
    const redis = connectRedis(away.url, () => {});
    await new Promise((resolve) => redis.once('ready', resolve));
    const states: LimiterState[] = [];
    const limiter = createResilientMinuteLimiter(
      createRedisMinuteLimiter({ redis }),
      createMemoryMinuteLimiter(new FakeClock()),
      (state) => states.push(state),
    );
    expect((await limiter.take('a', 2)).remaining).toBe(1);
    const heldUp = monitorEventLoopDelay();
    heldUp.enable();
    await away.kill();
    const startedMs = performance.now();
    const decisions = [];
    for (let i = 0; i < 4; i++) decisions.push((await limiter.take('a', 2)).allowed);
    expect(decisions).toEqual([true, false, false, false]);
    expect(performance.now() - startedMs - heldUp.max / 1e6).toBeLessThan(1_000);
    expect(await limiter.take('per second', 2, 1_000)).toMatchObject({ allowed: true, windowMs: 1_000 });
    expect(states).toEqual(['memory']);
    await away.restart();
    const deadlineMs = performance.now() + 30_000;
    while (states.length < 2 && performance.now() < deadlineMs) {
      await limiter.take('b', 1_000);
      await Bun.sleep(50);
    }
    expect(states).toEqual(['memory', 'redis']);
    redis.disconnect();
    await away.close();
  }, 60_000);
});

describe.skipIf(own === undefined)('while Redis hangs', () => {
  test('waits for Redis once, then works without it until it answers again', async () => {
    const hanging = (await startPrivateRedis())!;
    const redis = connectRedis(hanging.url, () => {});
    await new Promise((resolve) => redis.once('ready', resolve));
    const epochs = createRedisKeyEpochs({ redis });
    const before = await epochs.current('a');
    hanging.pause();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => epochs.current('a')));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    // A request made later than this would wait for Redis again.
    const refusal = () => epochs.current('a').then(String, ({ message }: Error) => message);
    while (!(await refusal()).includes('a moment ago'));
    hanging.resume();
    while ((await epochs.current('a').catch(() => undefined)) !== before) await Bun.sleep(20);
    redis.disconnect();
    await hanging.close();
  }, 60_000);
});

test('one replica never exceeds the limit in any minute while Redis fails and recovers, with or without its data', async () => {
  const LIMIT = 5;
  const step = fc.record({
    redis: fc.constantFrom('answers', 'is down', 'is down and loses its data', 'answers without its data'),
    afterMs: fc.constantFrom(0, 500, 1_000, 20_000, 59_999),
    takes: fc.integer({ min: 1, max: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const clock = new FakeClock();
      let shared = createMemoryMinuteLimiter(clock);
      let away = false;
      const take = (keyId: string, limit: number, windowMs?: number) =>
        away ? Promise.reject(new Error('connection lost')) : shared.take(keyId, limit, windowMs);
      const redis = { take, close: async () => {} };
      const limiter = createResilientMinuteLimiter(redis, createMemoryMinuteLimiter(clock), () => {}, clock);
      const admittedMs: number[] = [];
      for (const { redis: state, afterMs, takes } of steps) {
        clock.ms += afterMs;
        away = state.startsWith('is down');
        if (state.endsWith('its data')) shared = createMemoryMinuteLimiter(clock);
        const decisions = await Promise.all(Array.from({ length: takes }, () => limiter.take('a', LIMIT)));
        admittedMs.push(...decisions.filter(({ allowed }) => allowed).map(() => clock.ms));
      }
      const spansMs = admittedMs.slice(LIMIT).map((ms, i) => ms - (admittedMs[i] ?? 0));
      expect(Math.min(60_000, ...spansMs)).toBe(60_000);
    }),
    { numRuns: 200 },
  );
});

test('reports each switch once and asks a failed Redis once a second', async () => {
  const clock = new FakeClock();
  let asked = 0;
  let broken = true;
  const redis = {
    take: async () => {
      asked++;
      if (broken) throw new Error('connection lost');
      return { allowed: true, limit: 9, windowMs: 60_000, remaining: 8, resetMs: 0, retryAfterMs: 0 };
    },
    close: async () => {},
  };
  const changes: [LimiterState, unknown][] = [];
  const limiter = createResilientMinuteLimiter(
    redis,
    createMemoryMinuteLimiter(clock),
    (state, cause) => changes.push([state, (cause as Error | undefined)?.message]),
    clock,
  );
  for (let i = 0; i < 50; i++) {
    await limiter.take('a', 100);
    clock.ms += 100;
  }
  expect(asked).toBe(5);
  broken = false;
  clock.ms += 1_000;
  await limiter.take('a', 100);
  expect(changes).toEqual([
    ['memory', 'connection lost'],
    ['redis', undefined],
  ]);
});
