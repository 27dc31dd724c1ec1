import type { ServiceMetrics } from '@plat/kit';
import { Histogram } from 'prom-client';
import type { OnJobRun } from './jobs.ts';

const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 30, 60, 120, 180];

/** Times runs of jobs by kind, and counts what they cost as that of requests. */
export function createJobMetrics({ registry, observeWork }: ServiceMetrics): OnJobRun {
  const duration = new Histogram({
    name: 'plat_job_duration_seconds',
    help: 'Time of one run of a job; failed ones are repeated, or given up after the last',
    labelNames: ['kind', 'outcome'] as const,
    buckets: SECONDS,
    registers: [registry],
  });
  return (kind, outcome, durationMs, work) => {
    duration.labels(kind, outcome).observe(durationMs / 1000);
    observeWork(work);
  };
}
