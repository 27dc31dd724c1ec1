import { afterAll, beforeAll, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import type { Sql } from '@plat/db';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { openInvestorsDatabase } from '../../deps.ts';
import { laneText } from './lane-text.ts';
import { createPostgresDeliveryQueue } from './postgres-delivery-queue.ts';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await testDatabase();
  sql = await openInvestorsDatabase(database.url);
}, 60_000);
afterAll(async () => {
  await sql.end({ timeout: 5 });
  await database.close();
});

const laneOfUser = (userId: string) => laneText({ companyId: 'acme', keyId: 'key', userId, host: 'hooks.example.com' });

async function add(userId: string, count: number, dueInSeconds: number): Promise<void> {
  const searchId = randomUUID();
  await sql`
    insert into investors.searches (id, api, company_id, key_id, question, sort, status, completed_at, expires_at)
    values (${searchId}, 'v1', 'acme', 'key', '{}', 'match', 'completed', now(), now() + interval '1 day')`;
  await sql`
    insert into investors.webhook_deliveries
      (id, company_id, key_id, event, search_id, url, lane, retries, next_attempt_at)
    select gen_random_uuid(), 'acme', 'key', 'buyer_search.completed', ${searchId}, 'https://hooks.example.com/in',
      ${laneOfUser(userId)}, false, now() + ${dueInSeconds} * interval '1 second'
    from generate_series(1, ${count})`;
}

test('finds due deliveries of a user behind thousands of another, and only due ones', async () => {
  const queue = createPostgresDeliveryQueue(sql);
  const users = async () => {
    const due = await queue.due();
    return Object.fromEntries(
      Map.groupBy(due, ({ lane }) => lane.userId)
        .entries()
        .map(([user, all]) => [user, all.length]),
    );
  };
  await add('later', 3, 60);
  await add('bob', 2, -1);
  expect(await users()).toEqual({ bob: 2 });
  await add('ann', 3_000, -60);
  expect(await users()).toEqual({ ann: 8, bob: 2 });
});

test('makes a delivery due again after its process dies, and at once after a release', async () => {
  const queue = createPostgresDeliveryQueue(sql);
  await sql`truncate investors.webhook_deliveries cascade`;
  await add('ann', 1, -1);
  const [due] = await queue.due();
  const claimed = await queue.claim(due!, 60_000);
  expect([await queue.due(), await queue.claim(due!, 60_000)]).toEqual([[], 'busy']);
  if (claimed === null || claimed === 'busy') throw new Error('not claimed');
  await queue.release(claimed);
  expect(await queue.due()).toHaveLength(1);
  expect(await queue.claim(due!, 1)).toMatchObject({ starts: 1 });
  await Bun.sleep(10);
  expect(await queue.due()).toHaveLength(1);
  expect(await queue.claim(due!, 1)).toMatchObject({ starts: 2 });
});
