import pTimeout from 'p-timeout';
import { type CheckReport, runChecks, worst } from './check.ts';
import { CHECKS } from './checks/index.ts';
import { openDoctorContext } from './doctor-context.ts';

const CHECK_MS = 15_000;
const CLOSE_MS = 10_000;

/** Checks an installation: a home, or services that the variables name. It changes nothing. */
export async function runDoctor(
  home: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<{ result: 'ok' | 'warn' | 'fail'; checks: CheckReport[] }> {
  const { at, close } = await openDoctorContext(home, variables, () => {});
  try {
    const checks = await runChecks(CHECKS, at, CHECK_MS);
    return { result: worst(checks), checks };
  } finally {
    // Does not wait for a check that hangs.
    await pTimeout(close(), { milliseconds: CLOSE_MS, message: false }).catch(() => {});
  }
}
