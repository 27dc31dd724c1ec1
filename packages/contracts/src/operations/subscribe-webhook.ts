import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { INVALID_INPUT, joinErrors } from '../error-rows.ts';
import { automationPolicy, DEADLINE_MS } from '../policies.ts';
import { AUTOMATION_ERRORS, WEBHOOK_PLACES, WebhookQuery } from '../resources/automation.ts';

const policy = automationPolicy(DEADLINE_MS.lookup);

export const subscribeWebhook = defineEndpoint({
  operation: 'subscribeWebhook',
  service: 'automation',
  audience: 'public',
  method: 'POST',
  path: '/automation/sendBuyerInfo/subscribe',
  aliases: ['/v1/automation/sendBuyerInfo/subscribe'],
  summary: 'Subscribe a webhook URL',
  description:
    'The parameters may also be sent as a JSON body (`api_key`, and `web_url`, `target_url` or `url`), the key in `x-api-key`. Subscribing a URL again succeeds and returns the same `id`. At most 100 URLs.',
  tag: 'Automation',
  request: { query: WebhookQuery, queryAlsoIn: WEBHOOK_PLACES },
  responses: { 200: Type.Object({ message: Type.String(), id: Type.Optional(Type.String()) }) },
  errors: joinErrors(INVALID_INPUT, { 404: ['NOT_FOUND'] }, AUTOMATION_ERRORS),
  policy,
});
