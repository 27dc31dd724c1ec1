import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Sql } from '@plat/db';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { cancelOnAbort } from './cancel-on-abort.ts';

const CANCELLED = { code: '57014' };
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.close());

describe('queries of a request', () => {
  test.each<[string, (sql: Sql) => Promise<unknown>]>([
    ['a template', async (sql) => await sql`select pg_sleep(20)`],
    ['a text', async (sql) => await sql.unsafe('select pg_sleep($1)', [20])],
  ])('end when the request does: %s', async (_, ask) => {
    const controller = new AbortController();
    const startedMs = performance.now();
    setTimeout(() => controller.abort(), 100);
    const outcome = await ask(cancelOnAbort(database.sql, controller.signal)).catch((error: unknown) => error);
    expect(outcome).toMatchObject(CANCELLED);
    expect(performance.now() - startedMs).toBeLessThan(5000);
  });

  test('do not start after it has ended', async () => {
    const sql = cancelOnAbort(database.sql, AbortSignal.abort());
    expect(await sql`select 1`.catch((error: unknown) => error)).toMatchObject(CANCELLED);
  });

  test('leave later queries of the same connection alone', async () => {
    const controller = new AbortController();
    expect(await cancelOnAbort(database.sql, controller.signal)`select 1 as one`).toMatchObject([{ one: 1 }]);
    const later = Array.from({ length: 5 }, () => database.sql`select pg_sleep(0.2), 2 as two`);
    const answers = Promise.all(later);
    await Bun.sleep(50);
    controller.abort();
    expect((await answers).map(([row]) => row?.two)).toEqual([2, 2, 2, 2, 2]);
  });

  test('may fail to be cancelled without harm', async () => {
    const controller = new AbortController();
    const query = { canceller: () => Promise.reject(new Error('no connection')) };
    cancelOnAbort((() => query) as unknown as Sql, controller.signal)`select 1`;
    controller.abort();
    await Bun.sleep(10);
    expect(query.canceller).toBeNull();
  });
});
