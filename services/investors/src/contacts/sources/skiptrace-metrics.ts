import type { ServiceMetrics } from '@plat/kit';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { LookupOutcome } from '../domain/skip-trace.ts';
import type { SkiptraceObserver } from './skiptrace-provider.ts';

const BATCH_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const BREAKER_STATES = ['closed', 'half_open', 'open'] as const;

export interface SkiptraceMetrics {
  observer: SkiptraceObserver;
  onLookups(outcome: LookupOutcome, owners: number): void;
}

/** Counts provider calls and lookup outcomes, and reports how many calls run and wait. */
export function createSkiptraceMetrics({
  registry,
  showQueue,
}: Pick<ServiceMetrics, 'registry' | 'showQueue'>): SkiptraceMetrics {
  const calls = new Counter({
    name: 'plat_skiptrace_calls_total',
    help: 'Calls to the skip-trace provider by outcome; circuit_open, queue_full and paused calls were not sent',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const batches = new Histogram({
    name: 'plat_skiptrace_batch_owners',
    help: 'Owners in an answered call to the skip-trace provider',
    buckets: BATCH_BUCKETS,
    registers: [registry],
  });
  const dropped = new Counter({
    name: 'plat_skiptrace_dropped_total',
    help: 'Results, numbers and addresses of the skip-trace provider that violate its contract',
    registers: [registry],
  });
  const breaker = new Gauge({
    name: 'plat_skiptrace_breaker',
    help: '1 for the current state of the skip-trace circuit breaker',
    labelNames: ['state'] as const,
    registers: [registry],
  });
  const lookups = new Counter({
    name: 'plat_contact_lookups_total',
    help: 'Owners looked up beyond the dataset by outcome; kept and shared ones are not paid again',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const onBreaker: SkiptraceObserver['onBreaker'] = (state) => {
    for (const one of BREAKER_STATES) breaker.labels(one).set(one === state ? 1 : 0);
  };
  onBreaker('closed');
  return {
    observer: {
      onCall: (outcome, owners) => {
        calls.labels(outcome).inc();
        if (outcome === 'answered') batches.observe(owners);
      },
      onDropped: (count) => dropped.inc(count),
      onBreaker,
      onOpen: (places) => showQueue('skiptrace_calls', places),
    },
    onLookups: (outcome, owners) => {
      if (owners > 0) lookups.labels(outcome).inc(owners);
    },
  };
}
