import { WEBHOOK_EVENTS } from '@plat/contracts';
import type { Sql } from '@plat/db';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { DeliverDeps } from '../domain/deliver-webhook.ts';

interface WaitingRow {
  event: string;
  waiting: number;
  oldest_due_seconds: number;
}

/** Counts attempts and reports waiting webhooks; every replica reports the same queue. */
export function createWebhookMetrics(registry: Registry, sql: Sql): DeliverDeps['onAttempt'] {
  const attempts = new Counter({
    name: 'plat_webhook_attempts_total',
    help: 'Webhook calls by event and outcome',
    labelNames: ['event', 'outcome'] as const,
    registers: [registry],
  });
  const waiting = oneAtATime(async () => {
    const rows = await sql<WaitingRow[]>`
      select event, count(*)::int as waiting,
        greatest(0, extract(epoch from now() - min(next_attempt_at)))::float8 as oldest_due_seconds
      from investors.webhook_deliveries where status = 'pending' group by event`;
    return new Map(rows.map((row) => [row.event, row]));
  });
  const gauge = (name: string, help: string, numberOf: (row: WaitingRow) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['event'] as const,
      registers: [registry],
      async collect() {
        const rows = await waiting().catch(() => null);
        // Without an answer the series are left out; a number would be wrong.
        this.reset();
        if (rows === null) return;
        for (const event of WEBHOOK_EVENTS) {
          const row = rows.get(event);
          this.labels(event).set(row === undefined ? 0 : numberOf(row));
        }
      },
    });
  gauge('plat_webhook_waiting', 'Webhooks neither delivered nor failed', (row) => row.waiting);
  gauge(
    'plat_webhook_oldest_due_seconds',
    'Seconds that the longest due webhook has waited, 0 when none is due',
    (row) => row.oldest_due_seconds,
  );
  return ({ event }, { outcome }) => attempts.labels(event, outcome).inc();
}

/** Concurrent callers share one query. */
function oneAtATime<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | null = null;
  return () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
}
