import type { ServiceMetrics } from '@plat/kit';
import { Histogram } from 'prom-client';
import type { EgressOptions } from './egress.ts';

const BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

/**
 * Measures calls by outcome and reports running and waiting calls. Pass the result to a service's one
 * `createEgress`.
 */
export function createEgressMetrics({
  registry,
  showQueue,
}: Pick<ServiceMetrics, 'registry' | 'showQueue'>): Required<Pick<EgressOptions, 'onDelivery' | 'onOpen'>> {
  const duration = new Histogram({
    name: 'plat_egress_duration_seconds',
    help: 'Duration of calls to customer URLs, by outcome',
    labelNames: ['outcome'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  return {
    onDelivery: ({ outcome, durationMs }) => duration.labels(outcome).observe(durationMs / 1000),
    onOpen: (capacity) => showQueue('webhook_calls', capacity),
  };
}
