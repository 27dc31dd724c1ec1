import { Counter, Gauge, type Registry } from 'prom-client';
import type { UsageVerification } from '../../domain/usage/ports.ts';

/** Metrics of the ledger in the accounts service. */
export interface LedgerMetrics {
  onLapsed(holds: number): void;
  onSweepFailed(): void;
  onVerified(verification: UsageVerification, nowMs: number): void;
  onVerifyFailed(): void;
}

export function createLedgerMetrics(registry: Registry): LedgerMetrics {
  const lapsed = new Counter({
    name: 'plat_usage_holds_lapsed_total',
    help: 'Reservations that expired before they were settled',
    registers: [registry],
  });
  const failures = new Counter({
    name: 'plat_usage_upkeep_failures_total',
    help: 'Failed sweeps of expired holds and failed verifications of counters',
    labelNames: ['task'] as const,
    registers: [registry],
  });
  const differences = new Gauge({
    name: 'plat_usage_ledger_differences',
    help: 'Counters that differ from the ledger and counted reservations still open, at the last verification here',
    registers: [registry],
  });
  const verifiedAt = new Gauge({
    name: 'plat_usage_ledger_verified_timestamp_seconds',
    help: 'Time of the last comparison of all counters with the ledger in this process',
    registers: [registry],
  });
  // No value before the first verification.
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
