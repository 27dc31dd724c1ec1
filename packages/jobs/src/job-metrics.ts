import type { ServiceMetrics } from '@plat/kit';
import { Histogram } from 'prom-client';
import type { JobObserver } from './jobs.ts';

const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 30, 60, 120, 180];

/** Times runs of jobs by kind, counts what they cost as that of requests, and shows how many workers work. */
export function createJobMetrics({ registry, observeWork, showQueue }: ServiceMetrics): JobObserver {
  const duration = new Histogram({
    name: 'plat_job_duration_seconds',
    help: 'Time of one run of a job; failed ones are repeated, or given up after the last',
    labelNames: ['kind', 'outcome'] as const,
    buckets: SECONDS,
    registers: [registry],
  });
  return {
    onRun: (kind, outcome, durationMs, work) => {
      duration.labels(kind, outcome).observe(durationMs / 1000);
      observeWork(work);
    },
    onEmploy: showQueue,
  };
}
