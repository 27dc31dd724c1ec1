import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { newWork, runInScope } from '@plat/telemetry';
import { startStopwatch } from '@plat/telemetry/testing';
import { connect } from './connect.ts';
import { openReplicaReads, type ReadsServedBy, type ReplicaReads } from './replica-reads.ts';
import { type ReplicatedServers, startReplicatedServers } from './replicated-servers.fixture.ts';
import type { Sql } from './sql.ts';

const CHECK_EVERY_MS = 50;
const MAX_LAG_MS = 600;
/** For tests that are not about lag, so that a pause of the machine does not count as lag. */
const ANY_LAG_MS = 60_000;

let servers: ReplicatedServers;
let primary: Sql;
let standby: Sql;
/** Reads with one statement. */
// biome-ignore lint/suspicious/noExplicitAny: rows of any columns, as postgres.js returns them
type ReadSql = <Rows extends readonly any[] = any[]>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Promise<Rows>;

let open: (ReplicaReads & { changes: ReadsServedBy[]; repeats: unknown[] })[] = [];
beforeAll(async () => {
  servers = await startReplicatedServers();
  primary = connect(servers.primary.url, { applicationName: 'test' });
  standby = connect(servers.standby.url, { applicationName: 'test' });
  await primary`create table counted (n int)`;
  await primary`insert into counted select generate_series(1, 1000)`;
}, 120_000);
afterEach(async () => {
  await Promise.all(open.map((reads) => reads.close()));
  open = [];
});
afterAll(async () => {
  await Promise.all([primary.end({ timeout: 0 }), standby.end({ timeout: 0 })]);
  await servers.close();
}, 30_000);

function reads(maxLagMs = MAX_LAG_MS) {
  const changes: ReadsServedBy[] = [];
  const repeats: unknown[] = [];
  const made = openReplicaReads({
    primary,
    primaryUrl: servers.primary.url,
    replicaUrl: servers.standby.url,
    applicationName: 'test',
    maxLagMs,
    checkEveryMs: CHECK_EVERY_MS,
    onChange: (servedBy) => changes.push(servedBy),
    onRepeat: (cause) => repeats.push(cause),
  });
  const sql: ReadSql = (strings, ...values) =>
    made.read((pool) => pool(strings, ...(values as never[])) as unknown as Promise<never>);
  const one = Object.assign(made, { changes, repeats, sql });
  open.push(one);
  return one;
}

async function until(what: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  while (!(await what())) {
    if (performance.now() > deadlineMs) throw new Error(`condition not met within ${withinMs} ms`);
    await Bun.sleep(10);
  }
}

const onReplica = async (sql: ReadSql): Promise<boolean> =>
  (await sql<{ is: boolean }[]>`select pg_is_in_recovery() as is`)[0]?.is === true;
/** Retries, because recovery can cancel statements on the standby. */
async function onStandby(tell: (sql: Sql) => PromiseLike<unknown>): Promise<void> {
  await until(
    () =>
      tell(standby).then(
        () => true,
        (error: { code?: string }) => {
          if (error.code !== '40001') throw error;
          return false;
        },
      ) as Promise<boolean>,
  );
}
const pauseReplay = () => onStandby((sql) => sql`select pg_wal_replay_pause()`);
const resumeReplay = () => onStandby((sql) => sql`select pg_wal_replay_resume()`);
const caughtUp = () =>
  until(async () => {
    const [[at], [to]] = await Promise.all([
      standby`select pg_last_wal_replay_lsn() as lsn`,
      primary`select pg_current_wal_flush_lsn() as lsn`,
    ]);
    return at?.lsn === to?.lsn;
  });

describe('reads through a replica', () => {
  test('go to the replica, in every form of query', async () => {
    const { sql: one, read, servedBy, lagMs } = reads(ANY_LAG_MS);
    await until(() => servedBy() === 'replica');
    expect(await onReplica(one)).toBe(true);
    const [row] = await read((sql) =>
      sql.unsafe('select pg_is_in_recovery() as is, $1::int as n', [7], { prepare: true }),
    );
    expect(row).toEqual({ is: true, n: 7 } as never);
    const few = await read(
      (sql) => sql`select n, pg_is_in_recovery() as is from ${sql('counted')} where ${sql`n <= ${3}`}`,
    );
    expect([...few]).toEqual([1, 2, 3].map((n) => ({ n, is: true })));
    const seen = await read(async (sql) => {
      const numbers: number[] = [];
      for await (const rows of sql<{ n: number; is: boolean }[]>`
        select n, pg_is_in_recovery() as is from counted order by n`.cursor(300)) {
        expect(rows.every(({ is }) => is)).toBe(true);
        numbers.push(...rows.map(({ n }) => n));
      }
      return numbers;
    });
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1));
    await until(() => (lagMs() ?? MAX_LAG_MS) < MAX_LAG_MS);
  });

  test('fail once, unchanged, with an error; writes are refused', async () => {
    const { sql, servedBy, repeats } = reads(ANY_LAG_MS);
    await until(() => servedBy() === 'replica');
    expect(sql`select 1 / 0`.then(String)).rejects.toMatchObject({ code: '22012' });
    expect(sql`insert into counted values (0)`.then(String)).rejects.toMatchObject({ code: '25006' });
    await Bun.sleep(50);
    expect(repeats).toEqual([]);
  });

  test('go to the primary while the replica is too far behind', async () => {
    const { sql, servedBy, lagMs, changes } = reads();
    await until(() => servedBy() === 'replica');
    await pauseReplay();
    await primary`insert into counted values (-1)`;
    await Bun.sleep(MAX_LAG_MS);
    await until(() => servedBy() === 'primary: replica behind' && (lagMs() ?? 0) > MAX_LAG_MS);
    expect(await onReplica(sql)).toBe(false);
    expect([...(await sql`select n from counted where n = -1`)]).toEqual([{ n: -1 }]);
    await resumeReplay();
    await until(() => servedBy() === 'replica');
    expect([...(await sql`select n from counted where n = -1`)]).toEqual([{ n: -1 }]);
    // A paused machine causes a moment of lag; every change is reported once.
    expect(changes).toContain('primary: replica behind');
    expect(changes.filter((change, at) => change === changes[at - 1])).toEqual([]);
    expect(changes.at(-1)).toBe('replica');
  }, 60_000);

  test('never return rows older than the bound under constant writes', async () => {
    const { sql, servedBy } = reads();
    using clock = startStopwatch();
    await primary`create table clock (at_ms double precision)`;
    await primary`insert into clock values (0)`;
    let isWriting = true;
    const writing = (async () => {
      while (isWriting) await primary`update clock set at_ms = ${clock.elapsedMs()}`;
    })();
    await until(() => servedBy() === 'replica');
    const ages: number[] = [];
    let reading = true;
    const pauses = (async () => {
      for (let round = 0; round < 3 || ages.length <= 100; round++) {
        await Bun.sleep(300);
        await pauseReplay();
        await until(() => servedBy() !== 'replica');
        await resumeReplay();
        await until(() => servedBy() === 'replica');
      }
      reading = false;
    })();
    while (reading) {
      const [row] = await sql<{ at_ms: number }[]>`select at_ms from clock`;
      ages.push(clock.elapsedMs() - row!.at_ms);
    }
    isWriting = false;
    await Promise.all([pauses, writing]);
    // Plus the duration of a probe and of a read that began before it.
    expect(Math.max(...ages)).toBeLessThan(MAX_LAG_MS + 1_000);
  }, 60_000);

  test('are repeated on the primary when recovery cancels them', async () => {
    const { sql, servedBy, repeats } = reads(ANY_LAG_MS);
    await caughtUp();
    await until(() => servedBy() === 'replica');
    await primary`create table swapped (n int)`;
    await primary`insert into swapped values (1)`;
    await caughtUp();
    const slow = sql<{ n: number; is: boolean }[]>`
      select n, pg_is_in_recovery() as is from swapped, pg_sleep(case when pg_is_in_recovery() then 10 else 0 end)`;
    const asked = slow.then((rows) => [...rows]);
    await until(async () => (await standby`select 1 from pg_stat_activity where wait_event = 'PgSleep'`).length > 0);
    await primary`alter table swapped add column m int`;
    expect(await asked).toEqual([{ n: 1, is: false }]);
    expect(repeats).toMatchObject([{ code: '40001' }]);
    expect(await onReplica(sql)).toBe(true);
  }, 60_000);

  test('stay on the primary after it answered once, so that a request never goes back in time', async () => {
    const { sql, servedBy } = reads(ANY_LAG_MS);
    await caughtUp();
    await until(() => servedBy() === 'replica');
    await primary`create table later (n int)`;
    await primary`insert into later values (1)`;
    await caughtUp();
    await pauseReplay();
    await primary`create table newest as select 2 as n`;
    await primary`update later set n = 2`;
    await runInScope({ work: newWork('one') }, async () => {
      expect(await onReplica(sql)).toBe(true);
      // Not on the replica yet.
      expect([...(await sql`select n from newest`)]).toEqual([{ n: 2 }]);
      expect([...(await sql`select n from later`)]).toEqual([{ n: 2 }]);
    });
    expect([...(await sql`select n from later`)]).toEqual([{ n: 1 }]);
    await resumeReplay();
  }, 60_000);

  test('survive a crash of the replica, and return to it when it recovers', async () => {
    const { sql, servedBy } = reads();
    await caughtUp();
    await until(() => servedBy() === 'replica');
    let isAsking = true;
    let answers = 0;
    const failures: unknown[] = [];
    const asking = Array.from({ length: 4 }, async () => {
      while (isAsking) {
        await sql`select count(*) from counted`.then(
          () => answers++,
          (error) => failures.push(error),
        );
      }
    });
    await Bun.sleep(100);
    await servers.standby.crash();
    await until(() => servedBy() === 'primary: replica unavailable');
    const before = answers;
    await until(() => answers > before + 20);
    await servers.standby.start();
    await until(() => servedBy() === 'replica', 30_000);
    await Bun.sleep(100);
    isAsking = false;
    await Promise.all(asking);
    expect(failures).toEqual([]);
  }, 60_000);

  test('leave a hung replica within seconds, including those already waiting for it', async () => {
    const { sql, servedBy } = reads();
    await until(() => servedBy() === 'replica');
    servers.standby.pause();
    using asking = startStopwatch();
    const answers = await Promise.all(Array.from({ length: 5 }, () => onReplica(sql)));
    expect(answers).toEqual(Array(5).fill(false));
    expect(asking.elapsedMs()).toBeLessThan(10_000);
    servers.standby.resume();
    await until(() => servedBy() === 'replica');
  }, 60_000);

  test('continue on the replica while the primary is down', async () => {
    const { sql, servedBy } = reads();
    await caughtUp();
    await until(() => servedBy() === 'replica');
    await servers.primary.crash();
    await Bun.sleep(2 * MAX_LAG_MS);
    await until(() => onReplica(sql).catch(() => false));
    await servers.primary.start();
    await until(async () => (await sql`select count(*)::int as n from counted`)[0]?.n > 0);
  }, 60_000);
});
