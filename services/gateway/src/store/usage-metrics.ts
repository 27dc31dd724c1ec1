import type { Capacity, ServiceMetrics } from '@plat/kit';
import { Histogram } from 'prom-client';

export type UsageStep = 'reserve' | 'commit' | 'release';

/** Client-side metrics of the usage ledger: latency, batch size and waiting calls. */
export interface UsageMetrics {
  /** Runs and records one ledger call, also when it fails. */
  observe<T>(step: UsageStep, batchSize: number, call: () => Promise<T>): Promise<T>;
  /** Exposes the number of calls waiting in a step. */
  showWaiting(step: UsageStep, capacity: () => Capacity): void;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500];

export function createUsageMetrics({
  registry,
  showQueue,
}: Pick<ServiceMetrics, 'registry' | 'showQueue'>): UsageMetrics {
  const duration = new Histogram({
    name: 'plat_usage_call_duration_seconds',
    help: 'Latency of a batch at the monthly usage ledger',
    labelNames: ['step', 'outcome'] as const,
    buckets: SECONDS,
    registers: [registry],
  });
  const size = new Histogram({
    name: 'plat_usage_batch_size',
    help: 'Reservations, commits or releases per ledger call',
    labelNames: ['step'] as const,
    buckets: SIZES,
    registers: [registry],
  });
  return {
    showWaiting: (step, capacity) => showQueue(`usage_${step}`, capacity),
    observe: async (step, batchSize, call) => {
      const startedMs = performance.now();
      let outcome = 'failed';
      try {
        const answer = await call();
        outcome = 'answered';
        return answer;
      } finally {
        size.observe({ step }, batchSize);
        duration.observe({ step, outcome }, (performance.now() - startedMs) / 1000);
      }
    },
  };
}
