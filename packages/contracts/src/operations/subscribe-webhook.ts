import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { automationPolicy, DEADLINE_MS } from '../policies.ts';
import { usableWebUrl, WebhookQuery } from '../resources/automation.ts';

const policy = automationPolicy(DEADLINE_MS.lookup);

export const subscribeWebhook = defineEndpoint({
  operation: 'subscribeWebhook',
  service: 'automation',
  audience: 'public',
  method: 'POST',
  path: '/automation/sendBuyerInfo/subscribe',
  aliases: ['/v1/automation/sendBuyerInfo/subscribe'],
  summary: 'Subscribe a webhook URL',
  tag: 'Automation',
  request: { query: WebhookQuery, rules: [usableWebUrl] },
  responses: { 200: Type.Object({ message: Type.String(), id: Type.Optional(Type.String()) }) },
  errors: { 400: ['VALIDATION_ERROR'], 404: ['NOT_FOUND'], 429: ['RATE_LIMIT_EXCEEDED'], 500: ['INTERNAL'] },
  policy,
});
