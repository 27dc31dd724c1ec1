import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { newWork, runInScope } from '@plat/telemetry';
import { startStopwatch } from '@plat/telemetry/testing';
import { connect, type Sql } from './connect.ts';
import { openReplicaReads, type ReadsServedBy, type ReplicaReads } from './replica-reads.ts';
import { type ReplicatedServers, startReplicatedServers } from './replicated-servers.fixture.ts';

const CHECK_EVERY_MS = 50;
const MAX_LAG_MS = 600;
/** For what is not about lag: a machine that stands still for a moment does not make a replica late for it. */
const ANY_LAG_MS = 60_000;

let servers: ReplicatedServers;
let primary: Sql;
let standby: Sql;
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
    ...{ primaryUrl: servers.primary.url, replicaUrl: servers.standby.url, applicationName: 'test' },
    ...{ maxLagMs, checkEveryMs: CHECK_EVERY_MS },
    onChange: (servedBy) => changes.push(servedBy),
    onRepeat: (cause) => repeats.push(cause),
  });
  const one = Object.assign(made, { changes, repeats });
  open.push(one);
  return one;
}

async function until(what: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  while (!(await what())) {
    if (performance.now() > deadlineMs) throw new Error(`did not come about within ${withinMs} ms`);
    await Bun.sleep(10);
  }
}

const onReplica = async (sql: Sql): Promise<boolean> =>
  (await sql<{ is: boolean }[]>`select pg_is_in_recovery() as is`)[0]?.is === true;
/** Recovery cancels what the standby is told, too. */
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

describe('reads', () => {
  test('go to the replica, in every form that queries have', async () => {
    const { sql, servedBy, lagMs } = reads(ANY_LAG_MS);
    await until(() => servedBy() === 'replica');
    expect(await onReplica(sql)).toBe(true);
    const [row] = await sql.unsafe('select pg_is_in_recovery() as is, $1::int as n', [7], { prepare: true });
    expect(row).toEqual({ is: true, n: 7 } as never);
    const part = sql`n <= ${3}`;
    expect([...(await sql`select n, pg_is_in_recovery() as is from ${sql('counted')} where ${part}`)]).toEqual(
      [1, 2, 3].map((n) => ({ n, is: true })),
    );
    const seen: number[] = [];
    for await (const rows of sql<{ n: number; is: boolean }[]>`
      select n, pg_is_in_recovery() as is from counted order by n`.cursor(300)) {
      expect(rows.every(({ is }) => is)).toBe(true);
      seen.push(...rows.map(({ n }) => n));
    }
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1));
    expect([...(await sql`select 1 as a, 2 as b`.values())]).toEqual([[1, 2]]);
    await until(() => (lagMs() ?? MAX_LAG_MS) < MAX_LAG_MS);
  });

  test('of a transaction, and what waits for notices, are of the primary', async () => {
    const { sql, servedBy } = reads();
    await until(() => servedBy() === 'replica');
    expect(await sql.begin(async (tx) => (await tx`select pg_is_in_recovery() as is`)[0]?.is)).toBe(false);
    const heard = Promise.withResolvers<string>();
    const listening = await sql.listen('something', heard.resolve);
    await primary`select pg_notify('something', 'said')`;
    expect(await heard.promise).toBe('said');
    await listening.unlisten();
  });

  test('that are wrong fail once, as what they are; a write is refused', async () => {
    const { sql, servedBy, repeats } = reads(ANY_LAG_MS);
    await until(() => servedBy() === 'replica');
    expect(sql`select 1 / 0`.then(String)).rejects.toMatchObject({ code: '22012' });
    expect(sql`insert into counted values (0)`.then(String)).rejects.toMatchObject({ code: '25006' });
    await Bun.sleep(50);
    expect(repeats).toEqual([]);
  });

  test('of a replica that is too far behind are of the primary until it has caught up', async () => {
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
    // A machine that stands still for a moment is late for a moment; every change is told once.
    expect(changes).toContain('primary: replica behind');
    expect(changes.filter((change, at) => change === changes[at - 1])).toEqual([]);
    expect(changes.at(-1)).toBe('replica');
  }, 60_000);

  test('are never of rows older than the bound, while the primary writes all the time', async () => {
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
    // What a check may take, and a read that began before it, come on top.
    expect(Math.max(...ages)).toBeLessThan(MAX_LAG_MS + 1_000);
  }, 60_000);

  test('that recovery has to cancel are asked once more on the primary', async () => {
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

  test('of one request never see less than it has seen: answered by the primary once, it stays there', async () => {
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

  test('a replica that dies costs no read, and serves again when it is back', async () => {
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
    await until(() => servedBy() === 'primary: replica away');
    const before = answers;
    await until(() => answers > before + 20);
    await servers.standby.start();
    await until(() => servedBy() === 'replica', 30_000);
    await Bun.sleep(100);
    isAsking = false;
    await Promise.all(asking);
    expect(failures).toEqual([]);
  }, 60_000);

  test('a replica that hangs is left within seconds, with what waited for it', async () => {
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

  test('go on while the primary is away, from what the replica has', async () => {
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
