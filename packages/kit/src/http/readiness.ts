import pTimeout from 'p-timeout';

const CHECK_TIMEOUT_MS = 2_000;

/** Dependencies of a service by name. A check that rejects or takes 2 s makes the service not ready. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

export interface ReadinessReport {
  ready: boolean;
  checks: Record<string, 'ok' | 'failed'>;
  /** Reason of each failed check, for the log only. */
  failures: Record<string, string>;
}

/** Runs all checks in parallel. */
export async function checkReadiness(checks: ReadinessChecks, timeoutMs = CHECK_TIMEOUT_MS): Promise<ReadinessReport> {
  const checking = Object.keys(checks).map((name) => [name, 'ok'] as const);
  const report: ReadinessReport = { ready: true, checks: Object.fromEntries(checking), failures: {} };
  await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await pTimeout((async () => check())(), {
          milliseconds: timeoutMs,
          message: `no answer within ${timeoutMs} ms`,
        });
      } catch (error) {
        report.ready = false;
        report.checks[name] = 'failed';
        report.failures[name] = error instanceof Error ? error.message : String(error);
      }
    }),
  );
  return report;
}
