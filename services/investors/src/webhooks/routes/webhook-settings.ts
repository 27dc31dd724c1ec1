import { webhookSettings } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { WebhooksDeps } from '../deps.ts';
import { readSettings } from '../domain/settings-of-key.ts';

/** `GET /v1/webhook-settings` */
export const webhookSettingsRoute = ({ webhookSettings: store }: WebhooksDeps) =>
  operation(webhookSettings, ({ principal }) => readSettings(store, principal));
