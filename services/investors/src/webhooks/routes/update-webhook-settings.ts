import { updateWebhookSettings } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { WebhooksDeps } from '../deps.ts';
import { changeSettings } from '../domain/settings-of-key.ts';

/** `PATCH /v1/webhook-settings` */
export const updateWebhookSettingsRoute = ({ webhookSettings: store }: WebhooksDeps) =>
  operation(updateWebhookSettings, ({ body, principal }) => changeSettings(store, principal, body));
