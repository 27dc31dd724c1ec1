import { describe, expect, test } from 'bun:test';
import { connect } from '@plat/db';
import { eventually } from '@plat/test-kit';
import { add, database, kindOf, type Numbered, replica, SLOW_MS, useJobsDatabase } from './numbered-jobs.fixture.ts';

useJobsDatabase();

describe('a job', () => {
  test(
    'retries a failed job, and after the last retry repeats giving it up until that succeeds',
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
    'reports a job that was running when its process stopped, and retries it in another process',
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
    'finishes a job that was running when the database failed, after the database recovers',
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
