export type { DeliverDeps } from './domain/deliver-webhook.ts';
export { createDispatcher } from './domain/dispatcher.ts';
export { listDeliveries } from './domain/list-deliveries.ts';
export type {
  DeliveryLog,
  KeyStandings,
  WebhookMessage,
  WebhookOutbox,
  WebhookSettingsStore,
  WebhookWriter,
  WebhookWriters,
} from './domain/ports.ts';
export { replayDelivery } from './domain/replay-delivery.ts';
export { changeSettings, readSettings } from './domain/settings-of-key.ts';
export { replayWebhookRoute } from './routes/replay-webhook.ts';
export { updateWebhookSettingsRoute } from './routes/update-webhook-settings.ts';
export { webhookDeliveriesRoute } from './routes/webhook-deliveries.ts';
export { webhookSettingsRoute } from './routes/webhook-settings.ts';
export { accountsKeys } from './store/accounts-keys.ts';
export { createPostgresDeliveryLog } from './store/postgres-delivery-log.ts';
export { createPostgresDeliveryQueue } from './store/postgres-delivery-queue.ts';
export { createPostgresWebhookOutbox, listenForWebhooks } from './store/postgres-webhook-outbox.ts';
export { createPostgresWebhookSettings } from './store/postgres-webhook-settings.ts';
export { createWebhookMetrics } from './store/webhook-metrics.ts';
