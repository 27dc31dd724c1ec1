import { Histogram, type Registry } from 'prom-client';
import type { Delivery } from './delivery.ts';

const BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

/** Counts and times calls by outcome in a registry; give the result to `createEgress` as `onDelivery`. */
export function createEgressMetrics(registry: Registry): (delivery: Delivery) => void {
  const duration = new Histogram({
    name: 'plat_egress_duration_seconds',
    help: 'Time of a call to a URL that a customer gave, by what became of it',
    labelNames: ['outcome'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  return ({ outcome, durationMs }) => duration.labels(outcome).observe(durationMs / 1000);
}
