import type { Jobs } from '@plat/jobs';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { OnSearchEnded, SearchStore } from '../domain/ports.ts';

/** Whether the caller waited for the buyers. */
export type SearchMode = 'waiting' | 'background';

export interface SearchMetricsDeps {
  searches: Pick<SearchStore, 'oldestPendingMs'>;
  jobs: Pick<Jobs, 'backlog'>;
  nowMs(): number;
}

/** Counts how searches end and reports what waits; every replica reports the same queue. */
export function createSearchMetrics(registry: Registry, { searches, jobs, nowMs }: SearchMetricsDeps) {
  const ended = new Counter({
    name: 'plat_searches_ended_total',
    help: 'Stored searches that ended, by API, by whether the caller waited, and by outcome',
    labelNames: ['api', 'mode', 'outcome'] as const,
    registers: [registry],
  });
  new Gauge({
    name: 'plat_jobs_waiting',
    help: 'Waiting and running jobs by kind, counted every few seconds',
    labelNames: ['kind'] as const,
    registers: [registry],
    async collect() {
      const backlog = await jobs.backlog().catch(() => null);
      this.reset();
      for (const [kind, count] of Object.entries(backlog ?? {})) this.labels(kind).set(count);
    },
  });
  new Gauge({
    name: 'plat_searches_oldest_pending_seconds',
    help: 'Seconds that the oldest pending search has waited, 0 when none is pending',
    registers: [registry],
    async collect() {
      const oldestMs = await searches.oldestPendingMs().catch(() => Number.NaN);
      this.set(oldestMs === null ? 0 : Math.max(0, nowMs() - oldestMs) / 1000);
    },
  });
  return {
    onEnded:
      (mode: SearchMode): OnSearchEnded =>
      (api, outcome) =>
        ended.labels(api, mode, outcome).inc(),
  };
}
