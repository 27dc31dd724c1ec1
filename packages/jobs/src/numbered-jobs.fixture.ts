import { afterAll, afterEach, beforeAll } from 'bun:test';
import { connect, type Sql } from '@plat/db';
import { createLogger } from '@plat/kit';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { type JobKind, type JobObserver, type Jobs, openJobs } from './jobs.ts';

const opened: { jobs: Jobs; sql: Sql }[] = [];
export const lines: string[] = [];
export const log = createLogger({
  name: 'jobs',
  level: 'warn',
  destination: { write: (line) => void lines.push(line) },
});
export const SLOW_MS = 120_000;

export interface Numbered {
  number: number;
}

/** A new kind for each test. */
export const kindOf = (changes: Partial<JobKind<Numbered>> = {}): JobKind<Numbered> => ({
  name: `kind.${crypto.randomUUID()}`,
  concurrency: 2,
  retries: 1,
  retryDelaySeconds: 1,
  timeoutSeconds: 20,
  work: async () => {},
  giveUp: async () => {},
  ...changes,
});

export let database: TestDatabase;

/** Opens a database of its own for the tests of a file, and stops the replicas of each test after it. */
export function useJobsDatabase(): void {
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
}

/** Stands for one process: its own pool and job queue. */
export async function replica(observer?: JobObserver): Promise<Jobs> {
  const sql = connect(database.url, { applicationName: 'plat-test-jobs', maxConnections: 3 });
  const jobs = await openJobs(sql, log, observer);
  opened.push({ jobs, sql });
  return jobs;
}

/** Adds jobs numbered from 0 in one transaction. */
export const add = (jobs: Jobs, { name }: JobKind<Numbered>, count: number, group?: (number: number) => string) =>
  database.sql.begin(async (transaction) => {
    for (let number = 0; number < count; number++) {
      await jobs.add(transaction, name, { number }, undefined, group?.(number));
    }
  });
