import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { AllowanceName } from '@plat/contracts';
import type { UsageStore } from '../../domain/usage/ports.ts';
import {
  insertCompany,
  insertEndUser,
  insertKey,
  location,
  NOW_MS,
  property,
  reservation,
  usageDatabase,
} from './usage.fixture.ts';
import { count, outcomesOf, REPLICAS, runLanes, SLOW_MS } from './usage-replicas.fixture.ts';

const ENDPOINTS: readonly AllowanceName[] = ['buyer_search', 'retail_comps', 'linked_deals', 'investor_comps'];

let database: Awaited<ReturnType<typeof usageDatabase>>;
let replicas: UsageStore[];
beforeAll(async () => {
  database = await usageDatabase();
  replicas = Array.from({ length: REPLICAS }, () => database.store());
}, SLOW_MS);
afterAll(() => database.close());

const replica = (index: number): UsageStore => replicas[index % REPLICAS]!;
const deadlocks = async () => {
  const [row] = await database.sql<{ deadlocks: number }[]>`
    select deadlocks from pg_stat_database where datname = current_database()`;
  return row!.deadlocks;
};
const expectSound = async () =>
  expect(await replica(0).verify()).toMatchObject({ differences: [], countedButOpen: [] });

describe('500 parallel reservations with a limit of 25', () => {
  test.each([
    ['one process', 1, 1],
    ['three processes', REPLICAS, 1],
    ['three processes in batches of 20', REPLICAS, 20],
  ])('give exactly 25 grants from %s', async (_, processes, size) => {
    const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'subscriber');
    const batches = Array.from({ length: 500 / size }, () => Array.from({ length: size }, () => reservation(keyId)));
    const answers = await Promise.all(
      batches.map((batch, index) => replicas[index % processes]!.reserve(batch, NOW_MS)),
    );
    const outcomes = outcomesOf(answers);
    expect([count(outcomes, 'granted'), count(outcomes, 'exhausted')]).toEqual([25, 475]);
    const granted = batches.flat().filter((_, index) => outcomes[index] === 'granted');
    const commits = granted.map((one) => ({ reservationId: one.reservation_id, skiptraced: true }));
    const committed = await Promise.all(commits.map((one, index) => replica(index).commit([one], NOW_MS)));
    expect(count(outcomesOf(committed), 'counted')).toBe(25);
    await expectSound();
  });
});

describe('parallel requests', () => {
  test('count once for one subject, though several reservations held it', async () => {
    const companyId = await insertCompany(database.sql);
    const keyId = await insertKey(database.sql, companyId, 'subscriber');
    const held = Array.from({ length: 9 }, () => reservation(keyId, { thing: property('42') }));
    await replica(0).reserve(held, NOW_MS);
    const answers = await Promise.all(
      held.map((one, index) =>
        replica(index).commit([{ reservationId: one.reservation_id, skiptraced: true }], NOW_MS),
      ),
    );
    const outcomes = outcomesOf(answers);
    expect([count(outcomes, 'counted'), count(outcomes, 'free')]).toEqual([1, 8]);
    await expectSound();
  });

  test('count once for one subject across a change of month', async () => {
    const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'subscriber');
    const endOfMonthMs = Date.parse('2026-05-31T23:59:59.999Z');
    for (let round = 0; round < 10; round++) {
      const thing = location(`33.1,-112.${round}`);
      const expiresAtMs = endOfMonthMs + 60_000;
      const make = () => reservation(keyId, { endpoint: 'analytics_search', thing, expiresAtMs });
      const [before, after] = [make(), make()];
      await replica(0).reserve([before], endOfMonthMs);
      await replica(1).reserve([after], endOfMonthMs + 1);
      const commit = (index: number, reservationId: string) =>
        replica(index).commit([{ reservationId, skiptraced: false }], endOfMonthMs + 1_000);
      const answers = await Promise.all([commit(0, before.reservation_id), commit(1, after.reservation_id)]);
      expect(outcomesOf(answers).sort()).toEqual(['counted', 'free']);
    }
    await expectSound();
  });

  test('are one reservation and one count under one reservation id, from any number of processes', async () => {
    const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'subscriber');
    const held = reservation(keyId);
    const times = Array.from({ length: 12 }, (_, index) => index);
    const reserved = await Promise.all(times.map((index) => replica(index).reserve([held, held], NOW_MS)));
    expect(new Set(outcomesOf(reserved))).toEqual(new Set(['granted']));
    expect(reserved.flat().every(({ allowance }) => allowance.remaining === 24)).toBe(true);
    const commits = [{ reservationId: held.reservation_id, skiptraced: true }];
    const committed = await Promise.all(times.map((index) => replica(index).commit(commits, NOW_MS)));
    expect(new Set(outcomesOf(committed))).toEqual(new Set(['counted']));
    const again = await replica(0).reserve([held], NOW_MS);
    expect(again).toMatchObject([{ outcome: 'free', allowance: { remaining: 24 } }]);
    await expectSound();
  });

  test('hold one allowance under one reservation id with different keys', async () => {
    const keys = await Promise.all(
      Array.from({ length: REPLICAS }, async () =>
        insertKey(database.sql, await insertCompany(database.sql), 'subscriber'),
      ),
    );
    // Creates the counters first, so that no lane waits for another's lock.
    for (const [index, keyId] of keys.entries()) await replica(index).reserve([reservation(keyId)], NOW_MS);
    for (let round = 0; round < 20; round++) {
      const id = crypto.randomUUID();
      const reserved = await Promise.all(
        keys.map((keyId, index) => replica(index).reserve([reservation(keyId, { id }), reservation(keyId)], NOW_MS)),
      );
      expect(new Set(outcomesOf(reserved))).toEqual(new Set(['granted']));
      const held = await database.sql`select 1 from accounts.usage_reservations where reservation_id = ${id}`;
      expect(held).toHaveLength(1);
      await expectSound();
      await Promise.all(keys.map((_, index) => replica(index).dropLapsed(NOW_MS + 3_600_000)));
    }
  });

  test('count an id at most once that they reserve, commit and release at once', async () => {
    const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'subscriber');
    for (let round = 0; round < 20; round++) {
      const held = reservation(keyId, { endpoint: 'retail_comps' });
      const id = held.reservation_id;
      await Promise.all([
        replica(0).reserve([held], NOW_MS),
        replica(1).commit([{ reservationId: id, skiptraced: false }], NOW_MS),
        replica(2).release([id]),
        replica(1).reserve([held], NOW_MS),
        replica(2).commit([{ reservationId: id, skiptraced: false }], NOW_MS),
      ]);
    }
    await expectSound();
  });
});

test(
  'batches over the same allowances in any order never deadlock',
  async () => {
    const companyId = await insertCompany(database.sql);
    const subscriber = await insertKey(database.sql, companyId, 'subscriber');
    const enterprise = await insertKey(database.sql, companyId, 'enterprise');
    const users = ['a', 'b', 'c', 'd'];
    for (const user of users) await insertEndUser(database.sql, enterprise, user, [10_000]);
    let turn = 0;
    const shuffled = <T>(items: readonly T[]): T[] => {
      turn += 1;
      return items.map((_, index) => items[(index * 7 + turn * 3) % items.length]!);
    };
    const batch = () =>
      shuffled([
        ...ENDPOINTS.map((endpoint) => reservation(subscriber, { endpoint, thing: property(`${turn % 5}`) })),
        ...users.flatMap((userId) => ENDPOINTS.map((endpoint) => reservation(enterprise, { userId, endpoint }))),
        reservation(subscriber, { endpoint: 'analytics_search', thing: location(`${turn % 3}`) }),
      ]);
    const lane = async (index: number, goesOn: () => boolean) => {
      for (let round = 0; round < 12 && goesOn(); round++) {
        const store = replica(index);
        const asked = batch();
        await store.reserve(asked, NOW_MS);
        const ids = shuffled(asked.map((one) => one.reservation_id));
        const commits = ids.slice(4).map((reservationId) => ({ reservationId, skiptraced: turn % 2 === 0 }));
        await Promise.all([store.commit(commits, NOW_MS), store.release(ids.slice(0, 4))]);
        if (round % 6 === 0) await store.dropLapsed(NOW_MS + 3_600_000);
      }
    };
    await runLanes(9, lane);
    expect(await deadlocks()).toBe(0);
    await expectSound();
  },
  SLOW_MS,
);

test(
  'free reservations requested again, settled and released at once never deadlock',
  async () => {
    const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'subscriber', { isTest: true });
    for (let round = 0; round < 10; round++) {
      // Insertion order differs from the order of the ids.
      const ids = Array.from({ length: 200 }, () => crypto.randomUUID() as string).sort();
      const asked = ids.toReversed().map((id) => reservation(keyId, { id }));
      await replica(0).reserve(asked, NOW_MS);
      const again = asked.map((one) => ({ ...one, expires_at: new Date(NOW_MS + 3_600_000).toISOString() }));
      await Promise.all([
        replica(0).reserve(again, NOW_MS),
        replica(1).commit(
          ids.map((reservationId) => ({ reservationId, skiptraced: false })),
          NOW_MS,
        ),
        replica(2).reserve(again.toReversed(), NOW_MS),
        replica(2).release(ids),
      ]);
    }
    expect(await deadlocks()).toBe(0);
  },
  SLOW_MS,
);

test(
  'a rebuild under traffic leaves counters equal to the ledger',
  async () => {
    const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'enterprise');
    await insertEndUser(database.sql, keyId, 'busy', [1_000_000]);
    let isRunning = true;
    const lane = async (index: number, goesOn: () => boolean) => {
      while (isRunning && goesOn()) {
        const held = Array.from({ length: 5 }, () => reservation(keyId, { userId: 'busy' }));
        await replica(index).reserve(held, NOW_MS);
        const ids = held.map((one) => one.reservation_id);
        await replica(index).commit(
          ids.slice(1).map((reservationId) => ({ reservationId, skiptraced: false })),
          NOW_MS,
        );
        await replica(index).release(ids.slice(0, 1));
      }
    };
    const lanes = runLanes(6, lane);
    lanes.catch(() => {});
    try {
      for (let round = 0; round < 5; round++) {
        expect(await replica(round).rebuild()).toEqual([]);
        await database.sql`
      update accounts.usage_counters set used = used + 3, reserved = reserved + 2 where endpoint = 'buyer_search'`;
        expect((await replica(round).rebuild()).length).toBeGreaterThan(0);
        await expectSound();
      }
    } finally {
      isRunning = false;
      await lanes;
    }
    await expectSound();
  },
  SLOW_MS,
);
