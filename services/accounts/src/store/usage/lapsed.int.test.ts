import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Sql, Transaction } from '@plat/db';
import type { UsageStore } from '../../domain/usage/ports.ts';
import { sweepLapsedHolds } from './open-usage-ledger.ts';
import {
  insertCompany,
  insertEndUser,
  insertKey,
  MONTH,
  NOW_MS,
  property,
  reservation,
  usageDatabase,
} from './usage.fixture.ts';

const LATER_MS = NOW_MS + 3_600_000;
const TERMINATED_WITHIN_MS = 20_000;

let database: Awaited<ReturnType<typeof usageDatabase>>;
let store: UsageStore;
beforeAll(async () => {
  database = await usageDatabase();
  store = database.store();
}, 60_000);
afterAll(() => database.close());

const endUser = async (limit: number) => {
  const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'enterprise');
  const { id } = await insertEndUser(database.sql, keyId, 'agent', [limit]);
  return { id, reserve: (nowMs: number) => store.reserve([reservation(keyId, { userId: 'agent' })], nowMs) };
};
const outcomes = async (asked: ReturnType<UsageStore['reserve']>) => (await asked).map(({ outcome }) => outcome);

describe('an expired hold', () => {
  test('is free for the next request', async () => {
    const { reserve } = await endUser(1);
    expect(await outcomes(reserve(NOW_MS))).toEqual(['granted']);
    expect(await outcomes(reserve(NOW_MS))).toEqual(['exhausted']);
    expect(await outcomes(reserve(LATER_MS))).toEqual(['granted']);
    expect(await store.verify()).toMatchObject({ differences: [] });
  });

  test('is not shown as used, even before the sweep', async () => {
    const { id, reserve } = await endUser(5);
    await reserve(NOW_MS);
    const shown = async (nowMs: number) => (await store.counters(id, MONTH, nowMs)).get('buyer_search');
    expect(await shown(NOW_MS)).toEqual({ used: 0, reserved: 1 });
    expect(await shown(LATER_MS)).toEqual({ used: 0, reserved: 0 });
  });

  test('still counts when its success comes late, unless another request took it', async () => {
    const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'subscriber');
    const [late, dropped] = [reservation(keyId), reservation(keyId, { endpoint: 'retail_comps' })];
    await store.reserve([late, dropped], NOW_MS);
    await store.reserve([reservation(keyId, { endpoint: 'retail_comps' })], LATER_MS);
    const commits = [late, dropped].map((one) => ({ reservationId: one.reservation_id, skiptraced: false }));
    expect((await store.commit(commits, LATER_MS)).map(({ outcome }) => outcome)).toEqual(['counted', 'unknown']);
    expect(await store.verify()).toMatchObject({ differences: [] });
  });

  test('is swept periodically, also for keys that never count', async () => {
    const companyId = await insertCompany(database.sql);
    const tested = await insertKey(database.sql, companyId, 'subscriber', { isTest: true });
    const { id, reserve } = await endUser(5);
    await reserve(NOW_MS);
    await store.reserve([reservation(tested)], NOW_MS);
    const failures: unknown[] = [];
    const { promise: dropped, resolve: onDropped } = Promise.withResolvers<number>();
    let calls = 0;
    const sweeps: Promise<number>[] = [];
    const stop = sweepLapsedHolds(
      {
        dropLapsed: async (nowMs) => {
          calls += 1;
          if (calls === 1) throw new Error('the database is away');
          const sweep = store.dropLapsed(nowMs);
          sweeps.push(sweep);
          return sweep;
        },
      },
      { nowMs: () => LATER_MS, onDropped, onFailed: (cause) => failures.push(cause), everyMs: 5 },
    );
    expect(await dropped).toBeGreaterThanOrEqual(2);
    stop();
    // A running sweep would remove the rows of the next test.
    await Promise.all(sweeps);
    expect(failures).toHaveLength(1);
    const rows = await database.sql`
      select 1 from accounts.usage_reservations where owner_id = ${id} or company_id = ${companyId}`;
    expect(rows).toHaveLength(0);
    expect(await store.verify()).toMatchObject({ differences: [] });
  });
});

test('a sweep skips free reservations in settlement, so neither deadlocks', async () => {
  const { sql } = database;
  const companyId = await insertCompany(sql);
  const [tested, keyId] = [
    await insertKey(sql, companyId, 'subscriber', { isTest: true }),
    await insertKey(sql, companyId, 'subscriber'),
  ];
  const known = reservation(keyId, { thing: property('1') });
  await store.reserve([known], NOW_MS);
  await store.commit([{ reservationId: known.reservation_id, skiptraced: true }], NOW_MS);
  const free = Array.from({ length: 100 }, (_, at) =>
    at % 2 === 0 ? reservation(tested) : reservation(keyId, { thing: property('1') }),
  );
  const ids = free.map((one) => one.reservation_id);
  await store.reserve([...free, reservation(keyId)], NOW_MS);
  const settle = (tx: Sql | Transaction, some: readonly string[]) =>
    tx`update accounts.usage_reservations set is_settled = true where reservation_id = any(${[...some]}::uuid[])`;
  const waiting = async () =>
    (
      await sql`select 1 from pg_stat_activity where application_name = 'plat-usage-ledger'
        and datname = current_database() and wait_event_type = 'Lock'`
    ).length > 0;
  const swept = await sql.begin(async (tx) => {
    // Locks the rows one after the other, like a commit.
    await settle(tx, ids.slice(0, 50));
    let isDone = false;
    const sweeping = store.dropLapsed(LATER_MS).finally(() => {
      isDone = true;
    });
    while (!isDone && !(await waiting())) await Bun.sleep(2);
    await settle(tx, ids.slice(50));
    return await sweeping;
  });
  expect(swept).toBe(51);
  expect(await store.dropLapsed(LATER_MS)).toBe(50);
});

test('requests succeed again after the server ends the sessions', async () => {
  const { reserve } = await endUser(5);
  await reserve(NOW_MS);
  await database.sql`
    select pg_terminate_backend(pid, ${TERMINATED_WITHIN_MS}) from pg_stat_activity
    where application_name = 'plat-usage-ledger' and datname = current_database()`;
  // Each connection notices its end at the latest on its next use.
  let answered: string[] = [];
  for (let attempt = 0; answered.length === 0 && attempt < 6; attempt++) {
    answered = await outcomes(reserve(NOW_MS)).catch(() => []);
  }
  expect(answered).toEqual(['granted']);
  expect(await store.verify()).toMatchObject({ differences: [] });
});

test('the ledger is append-only', async () => {
  const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'subscriber');
  const held = reservation(keyId);
  await store.reserve([held], NOW_MS);
  await store.commit([{ reservationId: held.reservation_id, skiptraced: false }], NOW_MS);
  const { sql } = database;
  const change = sql`update accounts.usage_ledger set month = '2026-06-01' where event_id = ${held.reservation_id}`;
  await expect(change.execute()).rejects.toThrow('only ever added');
  const removal = sql`delete from accounts.usage_ledger where event_id = ${held.reservation_id}`;
  await expect(removal.execute()).rejects.toThrow('only ever added');
});

describe('extending a request', () => {
  const inHours = (hours: number) => new Date(NOW_MS + hours * 3_600_000).toISOString();
  const extending = (one: ReturnType<typeof reservation>) => ({
    ...one,
    expires_at: inHours(23),
    only_extends: true,
  });

  test('keeps a hold that would have expired', async () => {
    const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'enterprise');
    await insertEndUser(database.sql, keyId, 'agent', [1]);
    const held = reservation(keyId, { userId: 'agent' });
    await store.reserve([held], NOW_MS);
    expect(await outcomes(store.reserve([extending(held)], NOW_MS))).toEqual(['granted']);
    expect(await outcomes(store.reserve([reservation(keyId, { userId: 'agent' })], LATER_MS))).toEqual(['exhausted']);
    expect(await store.verify()).toMatchObject({ differences: [] });
  });

  test('holds nothing that was released, counted or never held', async () => {
    const keyId = await insertKey(database.sql, await insertCompany(database.sql), 'enterprise');
    const { id } = await insertEndUser(database.sql, keyId, 'agent', [5]);
    const [released, counted, unknown] = [1, 2, 3].map(() => reservation(keyId, { userId: 'agent' }));
    await store.reserve([released!, counted!], NOW_MS);
    await store.release([released!.reservation_id]);
    await store.commit([{ reservationId: counted!.reservation_id, skiptraced: true }], NOW_MS);
    const asked = [released!, counted!, unknown!].map(extending);
    expect(await outcomes(store.reserve(asked, NOW_MS))).toEqual(['free', 'free', 'free']);
    expect((await store.counters(id, MONTH, NOW_MS)).get('buyer_search')).toEqual({ used: 1, reserved: 0 });
    expect(await store.verify()).toMatchObject({ differences: [] });
  });
});
