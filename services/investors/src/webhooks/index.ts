export type { WebhooksDeps } from './deps.ts';
export type { DeliverDeps } from './domain/deliver-webhook.ts';
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
export { replayDelivery, replayFailedDeliveries } from './domain/replay-delivery.ts';
export { changeSettings, readSettings } from './domain/settings-of-key.ts';
