import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder } from '../error-rows.ts';
import { WEBHOOK_POLICY } from '../policies.ts';
import { WebhookSettings } from '../resources/webhooks.ts';

export const webhookSettings = defineEndpoint({
  operation: 'webhookSettings',
  service: 'investors',
  audience: 'public',
  method: 'GET',
  path: '/v1/webhook-settings',
  aliases: ['/functions/v1/webhook-settings'],
  summary: 'Read how webhooks of the key are sent',
  description: 'The secret that signs webhooks, whether failed calls are retried, and the URL that receives deals.',
  tag: 'Webhooks',
  request: {},
  responses: { 200: WebhookSettings },
  errors: errorsUnder(WEBHOOK_POLICY),
  policy: WEBHOOK_POLICY,
});
