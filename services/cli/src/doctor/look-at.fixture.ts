import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CheckReport, type DoctorContext, runChecks } from './check.ts';
import { CHECKS } from './checks/index.ts';

const TIMEOUT_MS = 15_000;

/** Runs one check with only the given context. */
export async function lookAt(name: string, given: Partial<DoctorContext>): Promise<CheckReport> {
  const at: DoctorContext = {
    env: {},
    environment: null,
    home: join(tmpdir(), 'plat-no-home'),
    isEmbedded: true,
    database: null,
    databaseFailure: null,
    redis: null,
    redisFailure: null,
    asOf: '2026-03-01',
    nowMs: Date.now,
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
