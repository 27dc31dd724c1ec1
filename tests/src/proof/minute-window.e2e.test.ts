import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createKey } from '@plat/accounts/operator';
import { connectRedis, redisServers } from '@plat/limits';
import { type TestRedis, testDatabase, testRedis } from '@plat/test-kit';
import { startAtClock } from './clocked.fixture.ts';
import {
  type Caller,
  hasRedis,
  OPERATOR,
  type Platform,
  SLOW_MS,
  startReplicas,
  startStandalone,
} from './platform.fixture.ts';
import { randomFrom } from './storm.fixture.ts';

const MINUTE_MS = 60_000;
const WATCHED_MS = 4_000;
const LIMITS = [5, 12, 20];
const ROUNDS = 40;
const PER_SECOND = 20;
const RUN_MS = 2_500;

if (!hasRedis) console.log('skipped: the minute window of three replicas (this machine has no redis-server)');

type RedisServer = ReturnType<typeof redisServers>[number];

interface Sent {
  fromMs: number;
  toMs: number;
  admitted: boolean;
}

/** Sends one free call, and records the interval in which it was judged. */
async function call({ url }: { url: string }, { headers }: Caller, nowMs: () => number): Promise<Sent> {
  const fromMs = nowMs();
  const response = await fetch(`${url}/v1/usage`, { headers, keepalive: false });
  await response.arrayBuffer();
  expect([200, 403, 429]).toContain(response.status);
  return { fromMs, toMs: nowMs(), admitted: response.status !== 429 };
}

/** Maximum admissions that certainly fall into one interval `[t, t + windowMs)`: those decided entirely within it. */
const mostWithin = (sent: readonly Sent[], windowMs: number): number => {
  const admitted = sent.filter((one) => one.admitted);
  return Math.max(
    ...admitted.map(
      ({ fromMs }) => admitted.filter((other) => other.fromMs >= fromMs && other.toMs < fromMs + windowMs).length,
    ),
  );
};

describe.skipIf(!hasRedis)('three gateways over Redis', () => {
  let platform: Platform;
  let redis: RedisServer;
  let watching: RedisServer;
  /** Redis commands in execution order, including those of scripts. */
  const done: string[][] = [];
  beforeAll(async () => {
    platform = await startReplicas(3);
    redis = redisServers(connectRedis(platform.redis!.url, () => {}))[0]!;
    await new Promise((resolve) => redis.once('ready', resolve));
    watching = await redis.monitor();
    watching.on('monitor', (_, command: string[]) => done.push(command));
  }, SLOW_MS);
  afterAll(async () => {
    watching.disconnect();
    redis.disconnect();
    await platform.close();
  }, SLOW_MS);

  /** A key with a window short enough to observe as it slides. @returns it with the recorded observations. */
  const watched = async (limit: number) => {
    const caller = await platform.subscriber({ perMinute: limit });
    await platform.database.sql`
      update accounts.api_keys set rate_window_seconds = ${WATCHED_MS / 1_000} where id = ${caller.keyId}`;
    return { limit, caller, sent: [] as Sent[] };
  };
  /** When Redis recorded requests as admitted. */
  const notedOf = ({ keyId }: Caller): number[] =>
    done.flatMap(([name, log, time]) => (name === 'RPUSH' && log === `plat:{${keyId}}:minute` ? [Number(time)] : []));

  /** Number of times that gateways reported counting alone. */
  const timesAlone = () =>
    platform.doors.flatMap((door) => door.lines().filter((line) => line.includes('Redis does not answer'))).length;

  test(
    'admit at most the limit in any window of random arrivals with several keys',
    async () => {
      const random = randomFrom(7);
      const keys = await Promise.all(LIMITS.map(watched));
      for (let round = 0; round < ROUNDS; round++) {
        await Promise.all(
          keys.flatMap(({ caller, limit, sent }) =>
            Array.from({ length: Math.floor(random() * random() * 2.5 * limit) }, async () => {
              const door = platform.doors[Math.floor(random() * platform.doors.length)]!;
              sent.push(await call(door, caller, Date.now));
            }),
          ),
        );
        await Bun.sleep(random() < 0.7 ? random() * 300 : random() * 1_000);
      }
      // A gateway without Redis counts alone; with Redis none may.
      expect(timesAlone()).toBe(0);
      await redis.echo('the run is over');
      while (!done.some(([name]) => name === 'echo')) await Bun.sleep(20);
      for (const { limit, caller, sent } of keys) {
        const admitted = sent.filter((one) => one.admitted).length;
        expect(sent.length).toBeGreaterThan(admitted);
        // More than fits in one window, so windows really slid.
        expect(admitted).toBeGreaterThan(2 * limit);
        expect(mostWithin(sent, WATCHED_MS)).toBeLessThanOrEqual(limit);
        // Redis recorded exact times where callers know only an interval.
        const times = notedOf(caller);
        expect(times.length).toBe(admitted);
        for (const from of times) {
          expect(times.filter((time) => time >= from && time < from + WATCHED_MS).length).toBeLessThanOrEqual(limit);
        }
      }
    },
    SLOW_MS,
  );

  perSecond(() => platform);
});

describe('one process with in-memory limits', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startStandalone();
  }, SLOW_MS);
  afterAll(() => platform.close(), SLOW_MS);
  perSecond(() => platform);
});

const EXACTLY = 'exactly the limit in any minute of random arrivals on a simulated clock';
test(`a gateway with in-memory limits admits ${EXACTLY}`, () => admitsExactly(1, null), SLOW_MS);
test.skipIf(!hasRedis)(
  `three gateways over Redis admit ${EXACTLY}`,
  async () => {
    const redis = (await testRedis())!;
    await admitsExactly(3, redis);
    await redis.close();
  },
  SLOW_MS,
);

async function admitsExactly(gateways: number, redis: TestRedis | null): Promise<void> {
  const database = await testDatabase();
  const { clock, deps, doors, close } = await startAtClock(database.url, '2026-02-28T23:58:00.000Z', {
    gateways,
    redisUrl: redis?.url,
  });
  const random = randomFrom(13);
  const [limit = 0] = LIMITS;
  const { record, key } = await createKey(deps, OPERATOR, { kind: 'subscriber', name: 'minute', rateLimit: limit });
  const caller = { keyId: record.id, companyId: record.companyId, headers: { 'x-api-key': key } };
  const admitted: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const anyDoor = () => doors[Math.floor(random() * doors.length)]!;
    const count = Math.floor(random() * 2 * limit);
    const nowMs = clock.nowMs();
    const room = limit - admitted.filter((time) => time > nowMs - MINUTE_MS).length;
    const sent = await Promise.all(Array.from({ length: count }, () => call(anyDoor(), caller, clock.nowMs)));
    const passed = sent.filter((one) => one.admitted).length;
    expect(passed).toBe(Math.min(room, count));
    admitted.push(...Array.from({ length: passed }, () => nowMs));
    clock.advance(Math.floor(random() * 20_000));
  }
  expect(admitted.length).toBeGreaterThan(2 * limit);
  await close();
  await database.close();
}

/** Legacy keys have a window of one second, short enough to observe in real time. */
function perSecond(platform: () => Platform): void {
  test(
    'admit at most the limit in any real second, and the whole limit again after it',
    async () => {
      const { record, key } = await createKey(platform().operator, OPERATOR, {
        kind: 'legacy_search',
        name: 'earlier',
        rateLimit: PER_SECOND,
      });
      const caller = { keyId: record.id, companyId: record.companyId, headers: { 'x-api-key': key } };
      const random = randomFrom(11);
      const { doors } = platform();
      const sent: Sent[] = [];
      const nowMs = () => performance.now();
      const startMs = nowMs();
      // A busy machine may need a while to send more than one second admits.
      const isOver = () => nowMs() >= startMs + RUN_MS && sent.some((one) => !one.admitted);
      const lane = async () => {
        while (!isOver()) {
          sent.push(await call(doors[Math.floor(random() * doors.length)]!, caller, nowMs));
          await Bun.sleep(random() * 60);
        }
      };
      await Promise.all(Array.from({ length: 8 }, lane));
      expect(mostWithin(sent, 1_000)).toBeLessThanOrEqual(PER_SECOND);
      const admitted = sent.filter((one) => one.admitted).length;
      expect(sent.length).toBeGreaterThan(admitted);
      expect(admitted).toBeLessThanOrEqual(PER_SECOND * (Math.ceil((nowMs() - startMs) / 1_000) + 1));
      await Bun.sleep(1_050);
      const again = await Promise.all(
        Array.from({ length: 2 * PER_SECOND }, (_, index) => call(doors[index % doors.length]!, caller, nowMs)),
      );
      expect(again.filter((one) => one.admitted).length).toBeGreaterThanOrEqual(PER_SECOND);
    },
    SLOW_MS,
  );
}
