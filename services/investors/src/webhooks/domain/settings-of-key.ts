import type { WebhookSettings, WebhookSettingsChange } from '@plat/contracts';
import { DAY_MS } from '@plat/kit';
import type { WebhookKeyOwner, WebhookKeySettings, WebhookSettingsStore } from './ports.ts';

/** How long the old secret also signs after a rotation. */
const FORMER_SECRET_MS = DAY_MS;

/** The webhook settings of a key, in the form of the interface. */
export const readSettings = async (
  store: Pick<WebhookSettingsStore, 'ofKey'>,
  { keyId, companyId }: WebhookKeyOwner,
): Promise<WebhookSettings> => settingsDocument(await store.ofKey({ keyId, companyId }));

/** Changes the given fields. */
export async function changeSettings(
  store: Pick<WebhookSettingsStore, 'change'>,
  { keyId, companyId }: WebhookKeyOwner,
  { retries, deal_url: dealUrl, rotate_signing_secret: rotate }: WebhookSettingsChange,
): Promise<WebhookSettings> {
  const rotateSecret = rotate === true ? { formerForMs: FORMER_SECRET_MS } : undefined;
  return settingsDocument(await store.change({ keyId, companyId }, { retries, dealUrl, rotateSecret }));
}

const settingsDocument = ({ signingSecret, retries, dealUrl }: WebhookKeySettings): WebhookSettings => ({
  signing_secret: signingSecret,
  retries,
  deal_url: dealUrl,
});
