import type { ServiceMetrics } from '@plat/kit';
import { Histogram } from 'prom-client';
import type { JobObserver } from './jobs.ts';

const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 30, 60, 120, 180];

/** Measures job runs by kind and their cost, as for requests, and reports worker use. */
export function createJobMetrics({ registry, observeWork, showQueue }: ServiceMetrics): JobObserver {
  const duration = new Histogram({
    name: 'plat_job_duration_seconds',
    help: 'Duration of one run of a job. A failed job is retried, or given up after its last retry.',
    labelNames: ['kind', 'outcome'] as const,
    buckets: SECONDS,
    registers: [registry],
  });
  return {
    onRun: (kind, outcome, durationMs, work) => {
      duration.labels(kind, outcome).observe(durationMs / 1000);
      observeWork(work);
    },
    onStartWorkers: showQueue,
  };
}
