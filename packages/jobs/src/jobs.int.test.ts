import { describe, expect, test } from 'bun:test';
import { connect } from '@plat/db';
import type { Capacity } from '@plat/kit';
import { eventually, testDatabase } from '@plat/test-kit';
import { openJobs } from './jobs.ts';
import { add, database, kindOf, lines, log, replica, SLOW_MS, useJobsDatabase } from './numbered-jobs.fixture.ts';

useJobsDatabase();

describe('the job queue', () => {
  test('is created once when several processes start together, and leaves every connection usable', async () => {
    const fresh = await testDatabase();
    const pools = Array.from({ length: 4 }, () =>
      connect(fresh.url, { applicationName: 'plat-test-jobs', maxConnections: 2 }),
    );
    lines.length = 0;
    const all = await Promise.all(pools.map((sql) => openJobs(sql, log)));
    expect(lines).toEqual([]);
    for (const sql of pools) expect(await sql`select 1 as one`).toHaveLength(1);
    for (const jobs of all) await jobs.stop(0);
    for (const sql of pools) await sql.end({ timeout: 1 });
    await fresh.close();
  });

  test('loses no connection when its session ends during creation', async () => {
    const fresh = await testDatabase();
    const sql = connect(fresh.url, { applicationName: 'plat-test-lost', maxConnections: 1 });
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holder = fresh.sql.begin(async (tx) => {
      await tx`create schema investors_jobs`;
      held.resolve();
      await release.promise;
      throw new Error('given back');
    });
    await held.promise;
    const opening = openJobs(sql, log).then(
      () => 'opened',
      () => 'failed',
    );
    const waiting = () => database.sql`
      select pid from pg_stat_activity where application_name = 'plat-test-lost' and wait_event_type = 'Lock'`;
    await eventually(waiting, ({ length }) => length === 1);
    await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'plat-test-lost'`;
    expect(await opening).toBe('failed');
    release.resolve();
    await holder.catch(() => {});
    const answers = await Promise.race([
      Promise.all([sql`select 1 as one`, sql`select 1 as one`]),
      Bun.sleep(SLOW_MS / 2).then(() => []),
    ]);
    expect(answers).toHaveLength(2);
    const jobs = await openJobs(sql, log);
    await jobs.stop(0);
    await sql.end({ timeout: 1 });
    await fresh.close();
  });

  test('accepts jobs from a process without workers', async () => {
    const [asks, works] = [await replica(), await replica()];
    const done: number[] = [];
    const kind = kindOf({ work: async ({ number }) => void done.push(number) });
    await asks.prepare([kind]);
    await add(asks, kind, 3);
    await works.prepare([kind]);
    await works.work([kind]);
    await eventually(
      async () => done.length,
      (count) => count === 3,
    );
    expect(done.sort()).toEqual([0, 1, 2]);
  });

  test('reports how many workers a kind has in this process, and how many are busy', async () => {
    const capacity = new Map<string, () => Capacity>();
    const jobs = await replica({ onRun: () => {}, onStartWorkers: (name, look) => capacity.set(name, look) });
    const go = Promise.withResolvers<void>();
    const kind = kindOf({ concurrency: 3, work: () => go.promise });
    await jobs.prepare([kind]);
    await jobs.work([kind]);
    expect(capacity.get(kind.name)?.()).toEqual({ max: 3, inUse: 0 });
    await add(jobs, kind, 2);
    const inUse = async () => capacity.get(kind.name)?.().inUse;
    expect(await eventually(inUse, (count) => count === 2)).toBe(2);
    go.resolve();
    expect(await eventually(inUse, (count) => count === 0)).toBe(0);
  });

  test('logs the reason for each failed job', async () => {
    const jobs = await replica();
    const kind = kindOf({
      work: async () => {
        throw Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' });
      },
    });
    await jobs.prepare([kind]);
    await jobs.work([kind]);
    lines.length = 0;
    await add(jobs, kind, 1);
    const [failed] = await eventually(
      async () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'job ended'),
      (runs) => runs.length > 0,
    );
    expect(failed).toMatchObject({ level: 'warn', job: kind.name, outcome: 'failed', err: { code: 'ECONNREFUSED' } });
  });

  test('drops the jobs of a transaction that is rolled back', async () => {
    const jobs = await replica();
    const done: number[] = [];
    const kind = kindOf({ work: async ({ number }) => void done.push(number) });
    await jobs.prepare([kind]);
    await jobs.work([kind]);
    const rolledBack = database.sql.begin(async (transaction) => {
      await jobs.add(transaction, kind.name, { number: 1 });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await add(jobs, kind, 1);
    await eventually(
      async () => done.length,
      (count) => count > 0,
    );
    expect(done).toEqual([0]);
  });

  test(
    'keeps all free workers busy and runs each job once, for any number of processes',
    async () => {
      const replicas = [await replica(), await replica()];
      const done: number[] = [];
      const kind = kindOf({ work: async ({ number }) => void done.push(number) });
      for (const jobs of replicas) {
        await jobs.prepare([kind]);
        await jobs.work([kind]);
      }
      const startedMs = performance.now();
      await add(replicas[0]!, kind, 100);
      await eventually(
        async () => done.length,
        (count) => count >= 100,
      );
      // One job per poll and worker would take 50 seconds.
      expect(performance.now() - startedMs).toBeLessThan(25_000);
      expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, number) => number));
    },
    SLOW_MS,
  );

  test(
    'limits the workers of a group to its share',
    async () => {
      const jobs = await replica();
      const running = { busy: 0, quiet: 0 };
      let [most, quietDone, done] = [0, 0, 0];
      const shareTaken = Promise.withResolvers<void>();
      const othersServed = Promise.withResolvers<void>();
      const kind = kindOf({
        concurrency: 4,
        concurrencyPerGroup: 3,
        work: async ({ number }) => {
          const group = number < 20 ? 'busy' : 'quiet';
          running[group] += 1;
          most = Math.max(most, running.busy);
          if (running.busy === 3) shareTaken.resolve();
          if (group === 'busy') await Promise.all([shareTaken.promise, othersServed.promise]);
          else if (++quietDone === 4) othersServed.resolve();
          running[group] -= 1;
          done += 1;
        },
      });
      await jobs.prepare([kind]);
      await jobs.work([kind]);
      await add(jobs, kind, 24, (number) => (number < 20 ? 'busy' : 'quiet'));
      await eventually(
        async () => done,
        (count) => count === 24,
      );
      expect(most).toBe(3);
    },
    SLOW_MS,
  );

  test(
    'counts waiting and running jobs',
    async () => {
      const jobs = await replica();
      const kind = kindOf();
      await jobs.prepare([kind]);
      await add(jobs, kind, 2);
      expect((await eventually(jobs.backlog, (backlog) => backlog[kind.name] === 2))[kind.name]).toBe(2);
    },
    SLOW_MS,
  );
});
