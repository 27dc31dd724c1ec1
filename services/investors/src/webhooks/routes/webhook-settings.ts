import { webhookSettings } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { InvestorsDeps } from '../../deps.ts';
import { readSettings } from '../domain/settings-of-key.ts';

/** `GET /v1/webhook-settings` */
export const webhookSettingsRoute = ({ webhookSettings: store }: InvestorsDeps) =>
  operation(webhookSettings, ({ principal }) => readSettings(store, principal));
