import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { UsageStore } from '../../domain/usage/ports.ts';
import { insertCompany, insertEndUser, insertKey, MONTH, NOW_MS, reservation, usageDatabase } from './usage.fixture.ts';
import { outcomesOf, REPLICAS, runLanes, SLOW_MS } from './usage-replicas.fixture.ts';

let database: Awaited<ReturnType<typeof usageDatabase>>;
let replicas: UsageStore[];
beforeAll(async () => {
  database = await usageDatabase();
  replicas = Array.from({ length: REPLICAS }, () => database.store());
}, SLOW_MS);
afterAll(() => database.close());

const replica = (index: number): UsageStore => replicas[index % REPLICAS]!;
const expectSound = async () =>
  expect(await replica(0).verify()).toMatchObject({ differences: [], countedButOpen: [] });

describe('after a committed deactivation', () => {
  /** Locks like the account endpoints: first the end user, then its subscriptions. */
  const deactivateUser = (userRow: string) =>
    database.sql.begin(async (tx) => {
      await tx`select 1 from accounts.end_users where id = ${userRow} for update`;
      await tx`update accounts.user_subscriptions set active = false where end_user_id = ${userRow}`;
      await tx`update accounts.end_users set active = false where id = ${userRow}`;
    });

  /** Reserves from all replicas until stopped, at the latest when the test ends. */
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
    'grants no new reservation for an end user',
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
    'ignores the limit of a subscription',
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

  test('grants nothing for a key or its company', async () => {
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
