import { WEBHOOK_EVENTS } from '@plat/contracts';
import type { Sql } from '@plat/db';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { DeliverDeps } from '../../domain/webhooks/deliver-webhook.ts';

interface WaitingRow {
  event: string;
  waiting: number;
  oldest_due_seconds: number;
}

/** Counts attempts, and shows what waits whenever the metrics are read; every replica shows the same of that. */
export function createWebhookMetrics(registry: Registry, sql: Sql): DeliverDeps['onAttempt'] {
  const attempts = new Counter({
    name: 'plat_webhook_attempts_total',
    help: 'Calls of webhooks by event and by what became of them',
    labelNames: ['event', 'outcome'] as const,
    registers: [registry],
  });
  const oldest = new Gauge({
    name: 'plat_webhook_oldest_due_seconds',
    help: 'How long the webhook that is due longest has waited, 0 when none is due',
    labelNames: ['event'] as const,
    registers: [registry],
  });
  new Gauge({
    name: 'plat_webhook_waiting',
    help: 'Webhooks that were not delivered and have not failed',
    labelNames: ['event'] as const,
    registers: [registry],
    // The first of the two by name of `collect` fills both, from one question.
    async collect() {
      const rows = await sql<WaitingRow[]>`
        select event, count(*)::int as waiting,
          greatest(0, extract(epoch from now() - min(next_attempt_at)))::float8 as oldest_due_seconds
        from investors.webhook_deliveries where status = 'pending' group by event`.catch(() => null);
      if (rows === null) return;
      for (const event of WEBHOOK_EVENTS) {
        const row = rows.find((each) => each.event === event);
        this.labels(event).set(row?.waiting ?? 0);
        oldest.labels(event).set(row?.oldest_due_seconds ?? 0);
      }
    },
  });
  return ({ event }, { outcome }) => attempts.labels(event, outcome).inc();
}
