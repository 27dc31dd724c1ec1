import type { Sql } from '@plat/db';
import type { RedisClient } from '@plat/limits';
import { describeFailure } from '@plat/standalone/describe-failure';
import type { HostEnvironment } from '@plat/standalone/environment';

/** `warn` works today and wants somebody's attention; `skipped` has nothing to look at. */
export type Standing = 'ok' | 'warn' | 'fail' | 'skipped';

export interface Finding {
  standing: Standing;
  /** What was seen: never a secret, never a URL with one. */
  seen: string;
  /** What to do, as whole sentences; none where all is well. */
  advice?: string;
}

/** What checks look at. What could not be had is null, and some check of its own says why. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  /** Null when the configuration is wrong. */
  environment: HostEnvironment | null;
  /** Path of the home; it may not exist. */
  home: string;
  isEmbedded: boolean;
  database: { sql: Sql; url: string } | null;
  /** Why there is no database. */
  databaseFailure: string | null;
  /** Null when none is set. */
  redis: RedisClient | null;
  /** Why Redis does not answer, as far as it or its driver says. */
  redisFailure: string | null;
  /** The UTC day that windows count back from, `YYYY-MM-DD`. */
  asOf: string;
  nowMs(): number;
}

export interface Check {
  /** Stays the same from release to release: programs may watch for it. */
  name: string;
  look(at: Surroundings): Promise<Finding> | Finding;
}

/** A check that looks into the database, skipped where there is none: another one has said so. */
export const databaseCheck = (name: string, look: (sql: Sql, at: Surroundings) => Promise<Finding>): Check => ({
  name,
  look: (at) => (at.database === null ? { standing: 'skipped', seen: 'no database' } : look(at.database.sql, at)),
});

export interface CheckReport extends Finding {
  name: string;
}

/** Whatever comes first: what the promise becomes, or the fallback after so long. No timer is left behind. */
export async function inTime<T>(promise: Promise<T>, timeoutMs: number, fallback: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(fallback), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs all checks at once. One that takes longer, or breaks, has failed: nothing is known to be well. */
export const runChecks = (checks: readonly Check[], at: Surroundings, timeoutMs: number): Promise<CheckReport[]> =>
  Promise.all(
    checks.map(async ({ name, look }) => {
      try {
        return { name, ...(await inTime((async () => look(at))(), timeoutMs, tooLate(timeoutMs))) };
      } catch (error) {
        const { text } = describeFailure(error);
        return { name, standing: 'fail' as const, seen: text, advice: 'Set that right and ask again.' };
      }
    }),
  );

const tooLate = (timeoutMs: number): Finding => ({
  standing: 'fail',
  seen: `no answer within ${timeoutMs / 1_000} s`,
  advice: 'What it asks is overloaded or hangs; look at its log and its machine.',
});

/** The worst of all: what the exit status says. */
export function worst(reports: readonly Finding[]): 'ok' | 'warn' | 'fail' {
  if (reports.some(({ standing }) => standing === 'fail')) return 'fail';
  return reports.some(({ standing }) => standing === 'warn') ? 'warn' : 'ok';
}
