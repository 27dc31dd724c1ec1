import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CheckReport, runChecks, type Surroundings } from './check.ts';
import { CHECKS } from './checks/index.ts';

const TIMEOUT_MS = 15_000;

/** One check alone, in surroundings without anything but what is given. */
export async function lookAt(name: string, given: Partial<Surroundings>): Promise<CheckReport> {
  const at: Surroundings = {
    ...{ env: {}, environment: null, home: join(tmpdir(), 'plat-no-home'), isEmbedded: true },
    ...{ database: null, databaseFailure: null, redis: null, redisFailure: null },
    ...{ asOf: '2026-03-01', nowMs: Date.now },
    ...given,
  };
  const [report] = await runChecks(
    CHECKS.filter((check) => check.name === name),
    at,
    TIMEOUT_MS,
  );
  if (report === undefined) throw new Error(`there is no check ${name}`);
  return report;
}
