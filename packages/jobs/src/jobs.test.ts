import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { connect, type Sql } from '@plat/db';
import { createLogger, type Places } from '@plat/kit';
import { eventually, type TestDatabase, testDatabase } from '@plat/test-kit';
import { type JobKind, type JobObserver, type Jobs, openJobs } from './jobs.ts';

let database: TestDatabase;
const opened: { jobs: Jobs; sql: Sql }[] = [];
const lines: string[] = [];
const log = createLogger({ name: 'jobs', level: 'warn', destination: { write: (line) => void lines.push(line) } });
const SLOW_MS = 120_000;

beforeAll(async () => {
  database = await testDatabase();
}, SLOW_MS);
afterEach(async () => {
  for (const { jobs, sql } of opened.splice(0)) {
    await jobs.stop(0);
    await sql.end({ timeout: 1 });
  }
}, SLOW_MS);
afterAll(() => database?.close());

/** A process as far as its jobs go: a pool and a queue of its own. */
async function replica(observer?: JobObserver): Promise<Jobs> {
  const sql = connect(database.url, { applicationName: 'plat-test-jobs', maxConnections: 3 });
  const jobs = await openJobs(sql, log, observer);
  opened.push({ jobs, sql });
  return jobs;
}

interface Numbered {
  number: number;
}

/** A kind of its own for each test. */
const kindOf = (changes: Partial<JobKind<Numbered>> = {}): JobKind<Numbered> => ({
  name: `kind.${crypto.randomUUID()}`,
  concurrency: 2,
  retries: 1,
  retryDelaySeconds: 1,
  timeoutSeconds: 20,
  work: async () => {},
  giveUp: async () => {},
  ...changes,
});

const add = (jobs: Jobs, { name }: JobKind<Numbered>, count: number, group?: (number: number) => string) =>
  database.sql.begin(async (transaction) => {
    for (let number = 0; number < count; number++) {
      await jobs.add(transaction, name, { number }, undefined, group?.(number));
    }
  });

describe('the queue of jobs', () => {
  test('is made once by processes that start together, and none of their connections is left in a broken state', async () => {
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

  test('loses no connection when its session ends while the queue is made', async () => {
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

  test('takes jobs from a process that works on none', async () => {
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

  test('tells how many workers a kind has in this process, and how many of them work', async () => {
    const places = new Map<string, () => Places>();
    const jobs = await replica({ onRun: () => {}, onEmploy: (name, look) => places.set(name, look) });
    const go = Promise.withResolvers<void>();
    const kind = kindOf({ concurrency: 3, work: () => go.promise });
    await jobs.prepare([kind]);
    await jobs.work([kind]);
    expect(places.get(kind.name)?.()).toEqual({ most: 3, inUse: 0 });
    await add(jobs, kind, 2);
    const inUse = async () => places.get(kind.name)?.().inUse;
    expect(await eventually(inUse, (count) => count === 2)).toBe(2);
    go.resolve();
    expect(await eventually(inUse, (count) => count === 0)).toBe(0);
  });

  test('tells in the line of a job that fails why it did', async () => {
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
      async () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'job'),
      (runs) => runs.length > 0,
    );
    expect(failed).toMatchObject({ level: 'warn', job: kind.name, outcome: 'failed', err: { code: 'ECONNREFUSED' } });
  });

  test('keeps no job of a transaction that is rolled back', async () => {
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
    'is emptied as fast as workers are free, each job once, however many processes work',
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
      // At one job a poll and worker it would be 50 seconds.
      expect(performance.now() - startedMs).toBeLessThan(25_000);
      expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, number) => number));
    },
    SLOW_MS,
  );

  test(
    'lets no group have more workers than its share',
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
    'says how many jobs wait or run',
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

describe('a job', () => {
  test(
    'that fails is begun anew, and given up after its last retry until that works',
    async () => {
      const jobs = await replica();
      const tries = { work: 0, giveUp: 0 };
      const kind = kindOf({
        work: async () => {
          tries.work += 1;
          throw new Error('it failed');
        },
        giveUp: async () => {
          tries.giveUp += 1;
          if (tries.giveUp === 1) throw new Error('that failed too');
        },
      });
      await jobs.prepare([kind]);
      await jobs.work([kind]);
      await add(jobs, kind, 1);
      await eventually(
        async () => tries,
        ({ giveUp }) => giveUp === 2,
      );
      expect(tries).toEqual({ work: 2, giveUp: 2 });
    },
    SLOW_MS,
  );

  test(
    'that runs when its process stops is told, and begun anew elsewhere',
    async () => {
      const [stops, stays] = [await replica(), await replica()];
      const begun = Promise.withResolvers<AbortSignal>();
      const done: number[] = [];
      const kind = kindOf({ work: (_, signal) => new Promise<void>(() => begun.resolve(signal)) });
      await stops.prepare([kind]);
      await stops.work([kind]);
      await add(stops, kind, 1);
      const signal = await begun.promise;
      expect(signal.aborted).toBe(false);
      await stops.stop(1_000);
      expect(signal.aborted).toBe(true);
      const other = { ...kind, work: async ({ number }: Numbered) => void done.push(number) };
      await stays.prepare([other]);
      await stays.work([other]);
      await eventually(
        async () => done.length,
        (count) => count === 1,
      );
    },
    SLOW_MS,
  );

  test(
    'that runs while the database goes away is done once it is back',
    async () => {
      const jobs = await replica();
      const begun = Promise.withResolvers<void>();
      const back = Promise.withResolvers<void>();
      let done = 0;
      const kind = kindOf({
        retries: 5,
        work: async () => {
          begun.resolve();
          await back.promise;
          done += 1;
        },
      });
      await jobs.prepare([kind]);
      await jobs.work([kind]);
      await add(jobs, kind, 1);
      await begun.promise;
      const name = new URL(database.url).pathname.slice(1);
      const server = connect(database.url.replace(`/${name}`, '/postgres'), { applicationName: 'plat-test' });
      try {
        await server.unsafe(`alter database ${name} allow_connections false`);
        await server`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
        back.resolve();
        await eventually(
          async () => done,
          (count) => count === 1,
        );
        await Bun.sleep(500);
      } finally {
        await server.unsafe(`alter database ${name} allow_connections true`);
        await server.end();
      }
      const states = () => database.sql<{ state: string }[]>`
      select state::text from investors_jobs.job where name = ${kind.name}`;
      const ended = await eventually(states, ([job]) => job?.state === 'completed', SLOW_MS / 2);
      expect(ended).toHaveLength(1);
    },
    SLOW_MS,
  );
});
