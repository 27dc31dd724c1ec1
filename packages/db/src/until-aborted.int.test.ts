import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from './connect.ts';
import { type OwnServer, startOwnServer } from './embedded/own-server.fixture.ts';
import type { Sql } from './sql.ts';
import { untilAborted } from './until-aborted.ts';

const HANGS_MS = 20_000;

let server: OwnServer;
let pool: Sql;

beforeAll(async () => {
  server = await startOwnServer('until-aborted', { fsync: 'off' });
  pool = connect(server.url, { applicationName: 'plat-test' });
}, 60_000);
afterAll(async () => {
  await pool.end({ timeout: 5 });
  await server.close();
}, 60_000);

async function withPool(maxConnections: number, work: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = connect(server.url, { applicationName: 'plat-test', maxConnections });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const within = <T>(outcome: Promise<T>): Promise<T | 'hangs'> =>
  Promise.race([outcome, Bun.sleep(HANGS_MS).then(() => 'hangs' as const)]);

const answers = (sql: Sql) => within(sql`select 1 as one`.then(() => 'answers'));

const settled = (ask: () => PromiseLike<unknown>): Promise<unknown> =>
  within((async () => await ask())().catch((error: unknown) => error));

describe('a request that ended', () => {
  const reason = new Error('the request ended');

  test.each<[string, (sql: Sql) => PromiseLike<unknown>]>([
    ['a template', (sql) => sql`select 1`],
    ['a text', (sql) => sql.unsafe('select $1::int', [1])],
  ])('starts no further query: %s', async (_, ask) => {
    const controller = new AbortController();
    const sql = untilAborted(pool, controller.signal);
    expect(await settled(() => ask(sql))).toBeArrayOfSize(1);
    controller.abort(reason);
    expect(await settled(() => ask(sql))).toBe(reason);
  });

  test('costs the pool no connection when it ended before its query', () =>
    withPool(2, async (sql) => {
      await Promise.all([sql`select 1`, sql`select 1`]);
      for (let i = 0; i < 4; i++) await settled(() => untilAborted(sql, AbortSignal.abort(reason))`select 1`);
      expect(await answers(sql)).toBe('answers');
    }));

  test('costs the pool no connection when it ended while connections were being opened', () =>
    withPool(2, async (sql) => {
      const controller = new AbortController();
      const queries = Array.from({ length: 6 }, () => settled(() => untilAborted(sql, controller.signal)`select 1`));
      await Bun.sleep(1);
      controller.abort(reason);
      await Promise.all(queries);
      expect(await answers(sql)).toBe('answers');
    }));

  test('does not mix up rows of other requests when it ended while its query was queued', () =>
    withPool(1, async (sql) => {
      const ask = (through: Sql, n: number) => through`select ${n}::int as n, pg_sleep(0.05)`;
      const rowOf = async (n: number) => (await ask(sql, n))[0]?.n;
      // Only prepared statements are pipelined on one connection.
      for (let i = 0; i < 2; i++) await rowOf(0);
      const controller = new AbortController();
      const before = rowOf(1);
      const abandoned = settled(() => ask(untilAborted(sql, controller.signal), 2));
      const after = [3, 4, 5].map(rowOf);
      await Bun.sleep(20);
      controller.abort(reason);
      expect(await within(Promise.all([before, ...after]))).toEqual([1, 3, 4, 5]);
      await abandoned;
    }));
});
