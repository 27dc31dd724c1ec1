import type { Sql, Transaction } from '@plat/db';
import { createSigningSecret, type Egress } from '@plat/egress';
import { type JobObserver, runJob } from '@plat/jobs';
import type { Logger, ServiceMetrics } from '@plat/kit';
import type { WebhooksDeps } from './deps.ts';
import type { DeliverDeps } from './domain/deliver-webhook.ts';
import { createDispatcher, type Dispatcher } from './domain/dispatcher.ts';
import type { KeyStandings, WebhookOutbox, WebhookSettingsStore, WebhookWriters } from './domain/ports.ts';
import { replayWebhookRoute } from './routes/replay-webhook.ts';
import { updateWebhookSettingsRoute } from './routes/update-webhook-settings.ts';
import { webhookDeliveriesRoute } from './routes/webhook-deliveries.ts';
import { webhookSettingsRoute } from './routes/webhook-settings.ts';
import { createPostgresDeliveryLog } from './store/postgres-delivery-log.ts';
import { createPostgresDeliveryQueue } from './store/postgres-delivery-queue.ts';
import { createPostgresWebhookOutbox } from './store/postgres-webhook-outbox.ts';
import { createPostgresWebhookSettings } from './store/postgres-webhook-settings.ts';
import { createWebhookMetrics } from './store/webhook-metrics.ts';

export { accountsKeys } from './store/accounts-keys.ts';
export { listenForWebhooks } from './store/postgres-webhook-outbox.ts';

/** Webhook attempts in logs, metrics and traces. */
const WEBHOOK_DELIVER = 'webhook.deliver';

export const webhookRoutes = (deps: WebhooksDeps) => [
  webhookSettingsRoute(deps),
  updateWebhookSettingsRoute(deps),
  webhookDeliveriesRoute(deps),
  replayWebhookRoute(deps),
];

/** Webhooks for those who queue and read them; sending needs the message writers, see `wireSending`. */
export const wireWebhooks = (sql: Sql): WebhooksDeps & { outbox: WebhookOutbox<Transaction> } => ({
  outbox: createPostgresWebhookOutbox(),
  webhookSettings: createPostgresWebhookSettings(sql, createSigningSecret),
  deliveryLog: createPostgresDeliveryLog(sql),
});

export interface SendingWiring {
  sql: Sql;
  webhookSettings: WebhookSettingsStore;
  keys: KeyStandings;
  writers: WebhookWriters;
  egress: Egress;
  log: Logger;
  metrics: ServiceMetrics;
  jobObserver: JobObserver;
}

/** The dispatcher of due webhooks, with its dependencies. */
export function wireSending(wiring: SendingWiring): { webhookSending: DeliverDeps; dispatcher: Dispatcher } {
  const { sql, webhookSettings, keys, writers, egress, log, metrics, jobObserver } = wiring;
  const webhookSending: DeliverDeps = {
    queue: createPostgresDeliveryQueue(sql),
    settings: webhookSettings,
    keys,
    writers,
    sender: egress,
    log,
    random: Math.random,
    onAttempt: createWebhookMetrics(metrics.registry, sql),
  };
  const dispatcher = createDispatcher({
    ...webhookSending,
    log,
    runAttempt: ({ cause }, attempt) =>
      runJob({ kind: WEBHOOK_DELIVER, cause: cause ?? undefined, log, onRun: jobObserver.onRun }, attempt),
  });
  jobObserver.onStartWorkers(WEBHOOK_DELIVER, dispatcher.capacity);
  return { webhookSending, dispatcher };
}
