import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect } from '../connect.ts';
import type { Sql } from '../sql.ts';
import { copyCluster } from './copy-cluster.ts';
import { type OwnServer, startOwnServer } from './own-server.fixture.ts';

const NAME = 'plat-copy-test';

let server: OwnServer;
let operator: Sql;
let sql: Sql;
beforeAll(async () => {
  server = await startOwnServer('copy', { fsync: 'off' });
  operator = connect(server.url, { applicationName: 'plat-test' });
  sql = connect(server.url, { applicationName: NAME, maxConnections: 1 });
}, 60_000);
afterAll(async () => {
  await Promise.all([sql.end({ timeout: 1 }), operator.end({ timeout: 1 })]);
  await server.close();
}, 30_000);

const heldLogs = async () => [...(await operator`select slot_name from pg_replication_slots`)];

test('a copy has the label and WAL that a server needs to start, and leaves its connection unchanged', async () => {
  const paths: string[] = [];
  await copyCluster({ sql, take: async ({ path }) => void paths.push(path), atTheEnd: (stop) => stop() });
  expect(paths).toContain('global/pg_control');
  expect(paths.at(-1)).toBe('backup_label');
  expect(paths.some((path) => /^pg_wal\/[0-9A-F]{24}$/.test(path))).toBe(true);
  expect(await heldLogs()).toEqual([]);
  expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
}, 120_000);

test('a failed write ends the copy, and the next copy on the same connection is not affected', async () => {
  const take = async () => {
    throw new Error('the disk is full');
  };
  await expect(copyCluster({ sql, take, atTheEnd: (stop) => stop() })).rejects.toThrow('the disk is full');
  expect(await heldLogs()).toEqual([]);
  await copyCluster({ sql, take: async () => {}, atTheEnd: (stop) => stop() });
}, 120_000);

test('a copy fails when the server closes its session, and the process continues on another connection', async () => {
  let isKilled = false;
  const take = async () => {
    if (isKilled) return;
    isKilled = true;
    await operator`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = ${NAME}`;
  };
  await expect(copyCluster({ sql, take, atTheEnd: (stop) => stop() })).rejects.toMatchObject({
    code: expect.stringMatching(/CONNECTION|57P01/),
  });
  expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
}, 120_000);
