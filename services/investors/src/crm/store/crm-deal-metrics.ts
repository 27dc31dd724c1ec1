import type { Sql } from '@plat/db';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { AttachDealDeps } from '../domain/attach-deal.ts';

/** Counts attachments by outcome and reports how many late deals wait. */
export function createCrmDealMetrics(registry: Registry, sql: Sql): AttachDealDeps['onAttached'] {
  const attachments = new Counter({
    name: 'plat_crm_deal_attachments_total',
    help: 'CRM deals of searches by outcome; late deals count again when written, failed ones are lost',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  new Gauge({
    name: 'plat_crm_deals_late',
    help: 'CRM deals of answered searches that are not yet written',
    registers: [registry],
    async collect() {
      const count = sql<{ late: number }[]>`select count(*)::int as late from investors.late_deals`;
      const [row] = await count.catch(() => []);
      // Without an answer the series is left out; a number would be wrong.
      if (row === undefined) this.remove();
      else this.set(row.late);
    },
  });
  return (outcome) => attachments.labels(outcome).inc();
}
