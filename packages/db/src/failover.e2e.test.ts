import { afterEach, expect, test } from 'bun:test';
import { startStopwatch } from '@plat/telemetry/testing';
import { connect } from './connect.ts';
import { type ReplicatedServers, startReplicatedServers } from './replicated-servers.fixture.ts';
import type { Sql } from './sql.ts';

const WRITERS = 8;

let servers: ReplicatedServers;
let opened: Sql[] = [];
afterEach(async () => {
  await Promise.all(opened.map((sql) => sql.end({ timeout: 0 })));
  opened = [];
  await servers.close();
}, 30_000);

const connected = (url: string, more: { maxConnections?: number } = {}): Sql => {
  const sql = connect(url, { applicationName: 'test', ...more });
  opened.push(sql);
  return sql;
};
/** Connection string of both servers, the standby first. */
const bothServers = (attributes: string): string =>
  `postgres://plat@127.0.0.1:${servers.standby.port},127.0.0.1:${servers.primary.port}/postgres?target_session_attrs=${attributes}`;

test.each(['read-write', 'primary'])(
  'finds the writable server among several: %s',
  async (attributes) => {
    servers = await startReplicatedServers();
    const sql = connected(bothServers(attributes));
    const asked = Array.from({ length: 30 }, () => sql`select pg_is_in_recovery() as is, pg_sleep(0.01)`);
    expect(new Set((await Promise.all(asked)).map(([row]) => row?.is))).toEqual(new Set([false]));
  },
  120_000,
);

test('without a writable server statements fail soon; they work again once there is one', async () => {
  servers = await startReplicatedServers();
  const sql = connected(bothServers('read-write'));
  await sql`select 1`;
  await servers.primary.crash();
  for (let round = 0; round < 5; round++) {
    using asking = startStopwatch();
    const outcome = await sql`select 1`.then(
      () => 'answered',
      ({ code }) => code,
    );
    // Errors that kit maps to 503 with Retry-After.
    expect(outcome).toMatch(/^(CONNECTION_CLOSED|ECONNREFUSED|ECONNRESET|57P0.)$/);
    expect(asking.elapsedMs()).toBeLessThan(5_000);
  }
  await connected(servers.standby.url)`select pg_promote()`;
  expect((await sql`select pg_is_in_recovery() as is`)[0]?.is).toBe(false);
}, 120_000);

test('a failover under writes loses no confirmed write and repeats none', async () => {
  servers = await startReplicatedServers({ isSynchronous: true });
  const sql = connected(bothServers('read-write'), { maxConnections: WRITERS });
  await sql`create table written (key text primary key, times int not null)`;
  await sql`create table total (n int not null)`;
  await sql`insert into total values (0)`;
  const confirmed = new Set<string>();
  const failures = new Map<string, number>();
  let failedLast = 0;
  let isWriting = true;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let number = 0; isWriting; number++) {
      const key = `${writer}-${number}`;
      // Retries an unconfirmed write with the same key, as clients with an idempotency key do.
      for (let done = false; !done && isWriting; ) {
        try {
          await sql.begin(async (tx) => {
            const [row] = await tx`insert into written values (${key}, 1) on conflict do nothing returning key`;
            if (row !== undefined) await tx`update total set n = n + 1`;
          });
          done = true;
          confirmed.add(key);
        } catch (error) {
          const code = String((error as { code?: string }).code);
          failures.set(code, (failures.get(code) ?? 0) + 1);
          failedLast = performance.now();
          await Bun.sleep(20);
        }
      }
    }
  });
  await Bun.sleep(700);
  while (confirmed.size === 0) await Bun.sleep(20);
  const before = confirmed.size;
  await servers.primary.crash();
  const crashedMs = performance.now();
  const promoted = connected(servers.standby.url);
  await promoted`select pg_promote()`;
  // No standby is left.
  await promoted`alter system set synchronous_standby_names = ''`;
  await promoted`select pg_reload_conf()`;
  while (performance.now() - crashedMs < 60_000 && confirmed.size < before + 100) await Bun.sleep(20);
  isWriting = false;
  await Promise.all(writers);
  expect(confirmed.size).toBeGreaterThan(before);
  expect([...failures.keys()].filter((code) => !/^(CONNECTION_CLOSED|ECONN.*|57P0.)$/.test(code))).toEqual([]);
  console.log(`failover: ${before} writes before, ${Math.round(failedLast - crashedMs)} ms without service`, failures);
  const there = new Set((await promoted<{ key: string }[]>`select key from written`).map(({ key }) => key));
  expect([...confirmed].filter((key) => !there.has(key))).toEqual([]);
  const [counted] = await promoted<{ n: number }[]>`select n from total`;
  expect(counted?.n).toBe(there.size);
}, 120_000);
