import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { send } from './burst.fixture.ts';
import { searchCall, usageOf, verifyUsage } from './calls.fixture.ts';
import { type Caller, hasRedis, type Platform, SLOW_MS, startReplicas, startStandalone } from './platform.fixture.ts';
import { randomFrom, storm } from './storm.fixture.ts';

/** Another number tests other points, for example `PLAT_PROOF_SEED=100 bun test ...`. */
const FIRST_SEED = Number(process.env.PLAT_PROOF_SEED ?? 1);
const CALLS = 2_000;
const LIMIT = 250;
const IDEMPOTENT_CALLS = 300;
/** Longest remaining life of a hold: the endpoint's deadline and a margin. */
const MAX_HOLD_MS = 60_000;

if (!hasRedis) console.log('skipped: kills of gateways and accounts over Redis (this machine has no redis-server)');

interface Tally {
  seen: number[];
  failed: number[];
  lost: number[];
}

const locationOf = (index: number): string => {
  const { latitude, longitude } = JSON.parse(
    searchCall({ url: '' }, { keyId: '', companyId: '', headers: {} }, index).body,
  );
  return `${latitude.toFixed(4)},${longitude.toFixed(4)}`;
};

const eventsOf = async ({ database }: Platform, { keyId }: Caller): Promise<(string | null)[]> => {
  const rows = await database.sql<{ value: string | null }[]>`
    select thing_value as value from accounts.usage_ledger where key_id = ${keyId}`;
  return rows.map(({ value }) => value);
};

/** The first gateways of a platform, with everything that their callers depend on. */
function some({ doors: all, processes }: Platform, gateways: number) {
  const doors = all.slice(0, gateways);
  return { doors, processes: processes.filter((one) => doors.includes(one) || !all.includes(one)) };
}

/** Simulates the expiry of reservations of dead processes, instead of waiting for it. */
async function expireHolds({ database, operator }: Platform): Promise<void> {
  const [late] = await database.sql<{ holds: number }[]>`
    select count(*)::int as holds from accounts.usage_reservations
    where expires_at > now() + ${MAX_HOLD_MS} * interval '1 ms'`;
  expect(late?.holds).toBe(0);
  await operator.ledger.dropLapsed(Date.now() + MAX_HOLD_MS);
  expect(await operator.ledger.verify()).toMatchObject({ reservations: 0, differences: [], countedButOpen: [] });
}

interface Run {
  seed: number;
  kills: number;
  /** Number of gateways that take calls and are killed. */
  gateways: number;
}

function survivesKills(platform: () => Platform, { seed, kills, gateways }: Run): void {
  test(
    `after ${CALLS} calls with ${kills} kills at random points (seed ${seed}, ${gateways} gateways) the ledger holds the callers' successes, each once`,
    async () => {
      const random = randomFrom(seed);
      const { subscriber, enterprise } = platform();
      const { doors, processes } = some(platform(), gateways);
      const callers = [
        await subscriber({ monthly: CALLS }),
        await enterprise({ monthly: CALLS }),
        await enterprise({ monthly: LIMIT }),
      ];
      const callerOf = (index: number) => callers[index % callers.length]!;
      const { answers, killed } = await storm({
        doors,
        processes,
        calls: CALLS,
        kills,
        random,
        callAt: (door, index) => searchCall(door, callerOf(index), index),
      });

      expect(killed).toBeGreaterThan(0);
      for (const caller of callers) {
        const tally: Tally = { seen: [], failed: [], lost: [] };
        for (const [index, { status }] of answers.entries()) {
          if (callerOf(index) !== caller) continue;
          (status === 200 ? tally.seen : status === 0 ? tally.lost : tally.failed).push(index);
        }
        const events = await eventsOf(platform(), caller);
        expect(tally.seen.length).toBeGreaterThan(LIMIT / 4);
        expect(events.length).toBeGreaterThanOrEqual(tally.seen.length);
        expect(events.length).toBeLessThanOrEqual(tally.seen.length + tally.lost.length);
        if (caller !== callers[0]) continue;
        // Events name their locations, so calls are distinguishable.
        expect(new Set(events).size).toBe(events.length);
        const counted = new Set(events);
        expect(tally.seen.filter((index) => !counted.has(locationOf(index)))).toEqual([]);
        expect(tally.failed.filter((index) => counted.has(locationOf(index)))).toEqual([]);
      }

      await expireHolds(platform());
      expect(await verifyUsage(platform())).toMatchObject({ exitCode: 0, ok: true });
      const [, , limited] = callers;
      const used = (await eventsOf(platform(), limited!)).length;
      expect(used).toBeLessThanOrEqual(LIMIT);
      expect(await usageOf(doors[0]!, limited!)).toMatchObject({ limit: LIMIT, used, remaining: LIMIT - used });
      const rest = Array.from({ length: LIMIT - used + 5 }, (_, index) =>
        searchCall(doors[0]!, limited!, CALLS + index),
      );
      const statuses = (await Promise.all(rest.map(send))).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT - used);
      expect(await eventsOf(platform(), limited!)).toHaveLength(LIMIT);
    },
    SLOW_MS,
  );
}

function countsRetriesOnce(platform: () => Platform, { seed, kills, gateways }: Run): void {
  test(
    `calls retried under an idempotency key until they succeed count once each (seed ${seed}, ${gateways} gateways)`,
    async () => {
      const random = randomFrom(seed);
      const { database, enterprise } = platform();
      const { doors, processes } = some(platform(), gateways);
      const caller = await enterprise({ monthly: IDEMPOTENT_CALLS });
      const callAt = (door: { url: string }, index: number) => {
        const call = searchCall(door, caller, index);
        return { ...call, headers: { ...call.headers, 'idempotency-key': `call-${index}` } };
      };
      const { answers, killed } = await storm({
        doors,
        processes,
        calls: IDEMPOTENT_CALLS,
        kills,
        random,
        callAt,
        // A locked attempt is not retried here; those are retried below.
        again: ({ status }) => status !== 200 && status !== 409,
      });
      expect(killed).toBeGreaterThan(0);
      const locked = answers.flatMap(({ status }, index) => (status === 409 ? [index] : []));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(IDEMPOTENT_CALLS - locked.length);
      // Nothing runs any more, so expire the locks of dead processes immediately.
      await database.sql`update accounts.idempotent_requests set locked_until = now() where status is null`;
      for (const index of locked) expect((await send(callAt(doors[0]!, index))).status).toBe(200);
      expect(await eventsOf(platform(), caller)).toHaveLength(IDEMPOTENT_CALLS);
      const replayed = await send(callAt(doors[0]!, 0));
      expect([replayed.status, replayed.headers['idempotent-replayed']]).toEqual([200, 'true']);
      await expireHolds(platform());
      expect(await usageOf(doors[0]!, caller)).toMatchObject({ used: IDEMPOTENT_CALLS, remaining: 0 });
    },
    SLOW_MS,
  );
}

describe('one process with in-memory limits', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startStandalone();
  }, SLOW_MS);
  afterAll(() => platform.close(), SLOW_MS);
  survivesKills(() => platform, { seed: FIRST_SEED, kills: 2, gateways: 1 });
  countsRetriesOnce(() => platform, { seed: FIRST_SEED + 1, kills: 2, gateways: 1 });
});

describe.skipIf(!hasRedis)('gateways over Redis', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startReplicas(3);
    const random = randomFrom(0);
    platform.upstream!.before = () => Bun.sleep(random() * 30);
  }, SLOW_MS);
  afterAll(() => platform.close(), SLOW_MS);
  survivesKills(() => platform, { seed: FIRST_SEED + 2, kills: 6, gateways: 3 });
  survivesKills(() => platform, { seed: FIRST_SEED + 3, kills: 3, gateways: 1 });
  countsRetriesOnce(() => platform, { seed: FIRST_SEED + 4, kills: 3, gateways: 3 });
});
