import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { AllowanceName } from '@plat/contracts';
import type { UsageStore } from '../../domain/usage/ports.ts';
import {
  insertCompany,
  insertEndUser,
  insertKey,
  location,
  MONTH,
  NOW_MS,
  property,
  reservation,
  usageDatabase,
} from './usage.fixture.ts';

const REPLICAS = 3;
const ENDPOINTS: readonly AllowanceName[] = ['buyer_search', 'retail_comps', 'linked_deals', 'investor_comps'];
const SLOW_MS = 60_000;

let database: Awaited<ReturnType<typeof usageDatabase>>;
let replicas: UsageStore[];
beforeAll(async () => {
  database = await usageDatabase();
  replicas = Array.from({ length: REPLICAS }, () => database.store());
}, SLOW_MS);
afterAll(() => database.close());

const replica = (index: number): UsageStore => replicas[index % REPLICAS]!;
const outcomesOf = (answers: ReadonlyArray<ReadonlyArray<{ outcome: string }>>) =>
  answers.flat().map(({ outcome }) => outcome);
const count = (outcomes: readonly string[], wanted: string) => outcomes.filter((one) => one === wanted).length;
const deadlocks = async () => {
  const [row] = await database.sql<{ deadlocks: number }[]>`
    select deadlocks from pg_stat_database where datname = current_database()`;
  return row!.deadlocks;
};
/** Runs lanes until all have ended; the first failure is told when none of them disturbs another test any more. */
async function runLanes(lanes: number, run: (index: number, goesOn: () => boolean) => Promise<void>): Promise<void> {
  let hasFailed = false;
  const ended = await Promise.allSettled(
    Array.from({ length: lanes }, (_, index) =>
      run(index, () => !hasFailed).catch((cause: unknown) => {
        hasFailed = true;
        throw cause;
      }),
    ),
  );
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}
const expectSound = async () =>
  expect(await replica(0).verify()).toMatchObject({ differences: [], countedButOpen: [] });

describe('500 parallel reservations at a limit of 25', () => {
  test.each([
    ['one process', 1, 1],
    ['three processes', REPLICAS, 1],
    ['three processes in batches of 20', REPLICAS, 20],
  ])('from %s give exactly 25 grants', async (_, processes, size) => {
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

describe('the same thing in parallel', () => {
  test('is counted once, though several reservations held it', async () => {
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

  test('is counted once over the turn of the month too', async () => {
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

  test('under one reservation id is one reservation and one count, however often and from where it is sent', async () => {
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

  test('under one reservation id of different keys at once is held of one of them', async () => {
    const keys = await Promise.all(
      Array.from({ length: REPLICAS }, async () =>
        insertKey(database.sql, await insertCompany(database.sql), 'subscriber'),
      ),
    );
    // Their counters are there, so that nobody waits for a lock of another.
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

  test('reserved, committed and released at once ends in a ledger that counts it at most once', async () => {
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
  'batches over the same allowances in any order never wait for each other in a circle',
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
  'free reservations that are asked for again, settled and given back at once make nobody wait in a circle',
  async () => {
    const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'subscriber', { isTest: true });
    for (let round = 0; round < 10; round++) {
      // They lie in the table in another order than their ids have.
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

describe('after a deactivation has been committed', () => {
  /** As the account endpoints do it: the end user first, then what hangs on it. */
  const deactivateUser = (userRow: string) =>
    database.sql.begin(async (tx) => {
      await tx`select 1 from accounts.end_users where id = ${userRow} for update`;
      await tx`update accounts.user_subscriptions set active = false where end_user_id = ${userRow}`;
      await tx`update accounts.end_users set active = false where id = ${userRow}`;
    });

  /** Reserves from all replicas until told to stop, at the latest when the test ends. */
  function traffic(keyId: string, userId: string) {
    let isRunning = true;
    let granted = 0;
    const lanes = runLanes(6, async (index, goesOn) => {
      while (isRunning && goesOn()) {
        const [answer] = await replica(index).reserve([reservation(keyId, { userId })], NOW_MS);
        if (answer?.outcome === 'granted') granted += 1;
      }
    });
    lanes.catch(() => {});
    const stop = async () => {
      isRunning = false;
      await lanes;
    };
    return {
      stop,
      untilGranted: async (count: number) => {
        while (granted < count) await Promise.race([lanes, Bun.sleep(1)]);
      },
      [Symbol.asyncDispose]: () => stop().catch(() => {}),
    };
  }

  test(
    'of an end user no reservation is granted that was not held before',
    async () => {
      const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'enterprise');
      for (let round = 0; round < 5; round++) {
        const { id } = await insertEndUser(database.sql, keyId, `user-${round}`, [1_000_000]);
        await using running = traffic(keyId, `user-${round}`);
        await running.untilGranted(20);
        await deactivateUser(id);
        const [held] = await database.sql<{ holds: number }[]>`
        select count(*) as holds from accounts.usage_reservations where owner_id = ${id}`;
        await Bun.sleep(20);
        await running.stop();
        const [after] = await database.sql<{ holds: number }[]>`
        select count(*) as holds from accounts.usage_reservations where owner_id = ${id}`;
        expect(after?.holds).toBe(held!.holds);
        expect(await replica(0).reserve([reservation(keyId, { userId: `user-${round}` })], NOW_MS)).toMatchObject([
          { outcome: 'user_inactive' },
        ]);
      }
      await expectSound();
    },
    SLOW_MS,
  );

  test(
    'of a subscription its limit no longer counts',
    async () => {
      const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'enterprise');
      for (let round = 0; round < 5; round++) {
        const userId = `subscribed-${round}`;
        const { id, subscriptionIds } = await insertEndUser(database.sql, keyId, userId, [10, 1_000_000]);
        await using running = traffic(keyId, userId);
        await running.untilGranted(20);
        await database.sql.begin(async (tx) => {
          await tx`select 1 from accounts.end_users where id = ${id} for update`;
          await tx`update accounts.user_subscriptions set active = false where id = ${subscriptionIds[1]!}`;
        });
        const held = (await replica(0).counters(id, MONTH, NOW_MS)).get('buyer_search');
        await Bun.sleep(20);
        await running.stop();
        expect((await replica(0).counters(id, MONTH, NOW_MS)).get('buyer_search')).toEqual(held!);
      }
    },
    SLOW_MS,
  );

  test('of a key or its company nothing is granted', async () => {
    const companyId = await insertCompany(database.sql);
    const [revoked, kept] = [
      await insertKey(database.sql, companyId, 'subscriber'),
      await insertKey(database.sql, companyId, 'subscriber'),
    ];
    await database.sql`update accounts.api_keys set revoked_at = now() where id = ${revoked}`;
    const both = () => replica(0).reserve([reservation(revoked), reservation(kept)], NOW_MS);
    expect(outcomesOf([await both()])).toEqual(['key_inactive', 'granted']);
    await database.sql`update accounts.companies set active = false where id = ${companyId}`;
    expect(outcomesOf([await both()])).toEqual(['key_inactive', 'key_inactive']);
  });
});

test(
  'a rebuild while traffic runs leaves the figures of the ledger',
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
