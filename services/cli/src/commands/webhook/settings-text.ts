import type { WebhookSettings } from '@plat/contracts';
import { factTable } from '../../text-table.ts';

/** The settings of a key as text. */
export const settingsText = (settings: WebhookSettings): string =>
  factTable({ ...settings, retries: settings.retries ? 'on, for about three days' : 'off, one attempt' });
