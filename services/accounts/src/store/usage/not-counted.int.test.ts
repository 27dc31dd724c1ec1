import { afterAll, beforeAll, expect, test } from 'bun:test';
import { insertCompany, insertKey, location, NOW_MS, reservation, usageDatabase } from './usage.fixture.ts';

let database: Awaited<ReturnType<typeof usageDatabase>>;
beforeAll(async () => {
  database = await usageDatabase();
}, 60_000);
afterAll(() => database.close());

const CALLS = 20;

test('records a free call once when replicas commit and release it at the same time', async () => {
  const { sql } = database;
  const stores = [database.store(), database.store(), database.store()] as const;
  const keyId = await insertKey(sql, await insertCompany(sql), 'subscriber');
  const place = location('33.1,-112.1');
  const paid = reservation(keyId, { thing: place });
  await stores[0].reserve([paid], NOW_MS);
  await stores[0].commit([{ reservationId: paid.reservation_id, skiptraced: true }], NOW_MS);
  const free = Array.from({ length: CALLS }, () => reservation(keyId, { thing: place }));
  const answers = await stores[0].reserve(free, NOW_MS);
  expect(answers.map(({ outcome }) => outcome)).toEqual(free.map(() => 'free'));

  const ends = free.flatMap(({ reservation_id: reservationId }) =>
    stores.flatMap((store) => [
      store.commit([{ reservationId, skiptraced: true }], NOW_MS),
      store.release([reservationId]),
      store.dropLapsed(NOW_MS + 3_600_000),
    ]),
  );
  await Promise.all(ends);

  expect(await stores[1].report('2026-05-01', ['key_id'], null)).toEqual([
    { key_id: keyId, calls_counted: 1, calls_not_counted: CALLS },
  ]);
});

test('usage_not_counted is append-only', async () => {
  const change = database.sql`update accounts.usage_not_counted set calls = 2`;
  await expect(change.execute()).rejects.toThrow('only ever added');
});
