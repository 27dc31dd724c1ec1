const CHECK_TIMEOUT_MS = 2_000;

/** What a service needs to answer, by name; a check that rejects (or takes 2 s) makes the service not ready. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

export interface ReadinessReport {
  ready: boolean;
  checks: Record<string, 'ok' | 'failed'>;
  /** Why each failed check failed, for the log only. */
  failures: Record<string, string>;
}

/** Runs all checks at once. */
export async function checkReadiness(checks: ReadinessChecks, timeoutMs = CHECK_TIMEOUT_MS): Promise<ReadinessReport> {
  const checking = Object.keys(checks).map((name) => [name, 'ok'] as const);
  const report: ReadinessReport = { ready: true, checks: Object.fromEntries(checking), failures: {} };
  await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
      });
      try {
        await Promise.race([check(), late]);
      } catch (error) {
        report.ready = false;
        report.checks[name] = 'failed';
        report.failures[name] = error instanceof Error ? error.message : String(error);
      } finally {
        clearTimeout(timer);
      }
    }),
  );
  return report;
}
