import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder, INVALID_INPUT } from '../error-rows.ts';
import { WEBHOOK_POLICY } from '../policies.ts';
import { usableDealUrl, WebhookSettings, WebhookSettingsChange } from '../resources/webhooks.ts';

export const updateWebhookSettings = defineEndpoint({
  operation: 'updateWebhookSettings',
  service: 'investors',
  audience: 'public',
  method: 'PATCH',
  path: '/v1/webhook-settings',
  aliases: ['/functions/v1/webhook-settings'],
  summary: 'Change how webhooks of the key are sent',
  description: 'Omitted fields stay unchanged.',
  tag: 'Webhooks',
  request: { body: WebhookSettingsChange, rules: [usableDealUrl] },
  responses: { 200: WebhookSettings },
  errors: errorsUnder(WEBHOOK_POLICY, INVALID_INPUT),
  policy: WEBHOOK_POLICY,
  example: { retries: true },
});
