import { Counter, type Registry } from 'prom-client';
import type { AttachDealDeps } from '../domain/crm-deals/attach-deal.ts';

/** Counts what became of the deals of searches. */
export function createCrmDealMetrics(registry: Registry): AttachDealDeps['onAttached'] {
  const attachments = new Counter({
    name: 'plat_crm_deal_attachments_total',
    help: 'Searches that asked for a deal of their property, by what became of it',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  return (outcome) => attachments.labels(outcome).inc();
}
