import { Counter, Gauge, type Registry } from 'prom-client';
import type { UsageVerification } from '../../domain/usage/ports.ts';

/** What an operator sees of the ledger from where it is kept. */
export interface LedgerMetrics {
  onLapsed(holds: number): void;
  onSweepFailed(): void;
  onVerified(verification: UsageVerification, nowMs: number): void;
  onVerifyFailed(): void;
}

export function createLedgerMetrics(registry: Registry): LedgerMetrics {
  const lapsed = new Counter({
    name: 'plat_usage_holds_lapsed_total',
    help: 'Held allowances that nobody settled in time',
    registers: [registry],
  });
  const failures = new Counter({
    name: 'plat_usage_upkeep_failures_total',
    help: 'Sweeps of lapsed holds and verifications of counters that failed',
    labelNames: ['task'] as const,
    registers: [registry],
  });
  const differences = new Gauge({
    name: 'plat_usage_ledger_differences',
    help: 'Counters that differed from the ledger, and counted reservations still open, when last verified here',
    registers: [registry],
  });
  const verifiedAt = new Gauge({
    name: 'plat_usage_ledger_verified_timestamp_seconds',
    help: 'When this process last compared all counters with the ledger',
    registers: [registry],
  });
  // Until the first verification there is nothing to tell.
  differences.remove();
  verifiedAt.remove();
  return {
    onLapsed: (holds) => lapsed.inc(holds),
    onSweepFailed: () => failures.labels('sweep').inc(),
    onVerified: ({ differences: found, countedButOpen }, nowMs) => {
      differences.set(found.length + countedButOpen.length);
      verifiedAt.set(nowMs / 1000);
    },
    onVerifyFailed: () => failures.labels('verify').inc(),
  };
}
