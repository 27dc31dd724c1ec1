import type { Sql } from '@plat/db';
import type { RedisClient } from '@plat/limits';
import { describeFailure } from '@plat/standalone/describe-failure';
import type { HostEnvironment } from '@plat/standalone/environment';
import pTimeout from 'p-timeout';

/** `warn`: works, but needs attention soon. `skipped`: nothing to check. */
export type Standing = 'ok' | 'warn' | 'fail' | 'skipped';

export interface Finding {
  standing: Standing;
  /** The finding; never contains a secret, nor a URL with one. */
  seen: string;
  /** Remedy in whole sentences; absent if all is well. */
  advice?: string;
}

/** Input of the checks. Missing parts are null, and a separate check reports why. */
export interface DoctorContext {
  env: Readonly<Record<string, string | undefined>>;
  /** Null if the configuration is invalid. */
  environment: HostEnvironment | null;
  /** Path of the home; it may not exist. */
  home: string;
  isEmbedded: boolean;
  database: { sql: Sql; url: string } | null;
  /** Why there is no database. */
  databaseFailure: string | null;
  /** Null without a configured Redis. */
  redis: RedisClient | null;
  /** Why Redis does not answer, as reported by it or its driver. */
  redisFailure: string | null;
  /** The UTC day that windows count back from, `YYYY-MM-DD`. */
  asOf: string;
  nowMs(): number;
}

export interface Check {
  /** Stable across releases: programs may watch it. */
  name: string;
  look(at: DoctorContext): Promise<Finding> | Finding;
}

/** A database check; skipped without a database, which another check reports. */
export const databaseCheck = (name: string, look: (sql: Sql, at: DoctorContext) => Promise<Finding>): Check => ({
  name,
  look: (at) => (at.database === null ? { standing: 'skipped', seen: 'no database' } : look(at.database.sql, at)),
});

export interface CheckReport extends Finding {
  name: string;
}

/** Runs all checks in parallel. A slow or broken check fails, because its state is unknown. */
export const runChecks = (checks: readonly Check[], at: DoctorContext, timeoutMs: number): Promise<CheckReport[]> =>
  Promise.all(
    checks.map(async ({ name, look }) => {
      try {
        return {
          name,
          ...(await pTimeout((async () => look(at))(), {
            milliseconds: timeoutMs,
            fallback: () => tooLate(timeoutMs),
          })),
        };
      } catch (error) {
        const { text } = describeFailure(error);
        return { name, standing: 'fail' as const, seen: text, advice: 'Set that right and ask again.' };
      }
    }),
  );

const tooLate = (timeoutMs: number): Finding => ({
  standing: 'fail',
  seen: `no answer within ${timeoutMs / 1_000} s`,
  advice: 'The checked component is overloaded or hangs; look at its log and its machine.',
});

/** The worst standing, which decides the exit status. */
export function worst(reports: readonly Finding[]): 'ok' | 'warn' | 'fail' {
  if (reports.some(({ standing }) => standing === 'fail')) return 'fail';
  return reports.some(({ standing }) => standing === 'warn') ? 'warn' : 'ok';
}
