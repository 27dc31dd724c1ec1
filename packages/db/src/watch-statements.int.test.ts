import { afterAll, beforeAll, expect, test } from 'bun:test';
import { beginScope, newWork, poolFigures, runInScope, SpanKind, startTracing, type Work } from '@plat/telemetry';
import { startCollector } from '@plat/telemetry/testing';
import { connect } from './connect.ts';
import { type OwnServer, startOwnServer } from './embedded/own-server.fixture.ts';
import type { Sql } from './sql.ts';
import { untilAborted } from './until-aborted.ts';

const NAME = 'plat-watched';
let server: OwnServer;
let sql: Sql;
beforeAll(async () => {
  server = await startOwnServer('watched', { fsync: 'off' });
  sql = connect(server.url, { applicationName: NAME, maxConnections: 2 });
  await sql`create table house (id int primary key, street text)`;
}, 60_000);
afterAll(async () => {
  await sql.end({ timeout: 5 });
  await server.close();
});

async function costOf(run: () => Promise<unknown>): Promise<Work> {
  const work = newWork('r-1');
  const scope = beginScope(work, 'geo', () => ({ name: 'POST /x', kind: SpanKind.SERVER }));
  await runInScope(scope, run);
  scope.span?.end();
  return work;
}

test('counts each statement of a request once, with its waiting time', async () => {
  const where = () => sql`where id > ${0}`;
  const { sqlCount, sqlMs } = await costOf(async () => {
    await sql`select pg_sleep(0.02)`;
    await sql`select * from house ${where()}`;
    await sql.unsafe('select $1::int', [1]);
    await untilAborted(sql, new AbortController().signal)`select 1`;
    await sql`select nothing from house`.catch(() => {});
    await sql.begin(async (transaction) => {
      await transaction`insert into house ${transaction({ id: 1, street: 'Elm' })}`;
      await transaction.savepoint((inner) => inner`update house set street = ${'Oak'}`);
    });
  });
  expect(sqlCount).toBe(7);
  expect(sqlMs).toBeGreaterThan(19);
});

test('does not count parallel statements of others for a request', async () => {
  const other = Promise.all([sql`select pg_sleep(0.02)`, sql`select 1`]);
  const [first, second] = await Promise.all([costOf(async () => void (await sql`select 1`)), costOf(async () => {})]);
  await other;
  expect([first.sqlCount, second.sqlCount]).toEqual([1, 0]);
});

test('shows connections in use, and their release, whatever the outcome', async () => {
  const figures = () => poolFigures().get(NAME);
  expect(figures()).toEqual({ connections: 2, inUse: 0, waiting: 0 });
  const operator = connect(server.url, { applicationName: 'plat-test', maxConnections: 1 });
  await operator`select pg_advisory_lock(1)`;
  const running = Promise.allSettled([
    sql`select pg_advisory_xact_lock_shared(1)`,
    sql.begin((transaction) => transaction`select pg_advisory_xact_lock_shared(1)`),
    sql`select pg_advisory_xact_lock_shared(1), 1 / 0`,
  ]);
  while (figures()?.waiting !== 1) await Bun.sleep(5);
  expect(figures()).toEqual({ connections: 2, inUse: 2, waiting: 1 });
  await operator.end({ timeout: 5 });
  await running;
  const reserved = await sql.reserve();
  await reserved`select 1`;
  expect(figures()?.inUse).toBe(1);
  reserved.release();
  for await (const rows of sql`select generate_series(1, 10)`.cursor(3)) expect(rows.length).toBeGreaterThan(0);
  await sql.begin(() => Promise.reject(new Error('changed its mind'))).catch(() => {});
  expect(figures()).toEqual({ connections: 2, inUse: 0, waiting: 0 });
});

test('removes a closed pool from the metrics', async () => {
  const short = connect(server.url, { applicationName: 'plat-short' });
  await short`select 1`;
  expect(poolFigures().has('plat-short')).toBe(true);
  await short.end();
  expect(poolFigures().has('plat-short')).toBe(false);
});

test('a traced statement shows its text but never a value, even when it fails', async () => {
  const collector = startCollector();
  const stop = await startTracing({ endpoint: collector.url, sampler: 'always_on', ratio: 1 });
  const secret = 'ruth@example.com';
  await costOf(async () => {
    await sql`select ${secret}::text from house where street = ${secret}`;
    await sql.unsafe(`select '${secret}'`);
    await sql`select ${secret}::int`.catch(() => {});
    await sql.begin((transaction) => transaction`delete from house where id = ${5}`);
  });
  await stop();
  await collector.stop();
  expect(collector.bodies.join()).not.toContain('ruth');
  const statements = collector.spans.filter(({ attributes }) => 'db.query.text' in attributes);
  expect(statements.map(({ attributes }) => attributes['db.query.text'])).toEqual([
    'select $1::text from house where street = $2',
    'select ?',
    'select $1::int',
    'delete from house where id = $1',
  ]);
  expect(statements[2]).toMatchObject({ statusCode: 2, attributes: { 'error.type': '22P02' } });
  const root = collector.spans.find(({ name }) => name === 'POST /x');
  const transaction = collector.spans.find(({ name }) => name === 'transaction');
  expect(statements[0]).toMatchObject({ name: 'select', parentSpanId: root?.spanId, service: 'geo' });
  expect(statements[3]).toMatchObject({ name: 'delete', parentSpanId: transaction?.spanId });
  expect(transaction?.parentSpanId).toBe(root?.spanId);
});
