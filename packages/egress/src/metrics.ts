import type { ServiceMetrics } from '@plat/kit';
import { Histogram } from 'prom-client';
import type { EgressOptions } from './egress.ts';

const BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

/** Counts and times calls by outcome, and shows how many run and wait; options of the one `createEgress` of a service. */
export function createEgressMetrics({
  registry,
  showQueue,
}: Pick<ServiceMetrics, 'registry' | 'showQueue'>): Required<Pick<EgressOptions, 'onDelivery' | 'onOpen'>> {
  const duration = new Histogram({
    name: 'plat_egress_duration_seconds',
    help: 'Time of a call to a URL that a customer gave, by what became of it',
    labelNames: ['outcome'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  return {
    onDelivery: ({ outcome, durationMs }) => duration.labels(outcome).observe(durationMs / 1000),
    onOpen: (places) => showQueue('webhook_calls', places),
  };
}
