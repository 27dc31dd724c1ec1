import type { DeliveryLog, WebhookSettingsStore } from './domain/ports.ts';

/** Dependencies of the webhook routes. */
export interface WebhooksDeps {
  webhookSettings: WebhookSettingsStore;
  deliveryLog: DeliveryLog;
}
