import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { automationPolicy, DEADLINE_MS } from '../policies.ts';
import { WebhookQuery } from '../resources/automation.ts';

const policy = automationPolicy(DEADLINE_MS.lookup);

export const unsubscribeWebhook = defineEndpoint({
  operation: 'unsubscribeWebhook',
  service: 'automation',
  audience: 'public',
  method: 'POST',
  path: '/automation/sendBuyerInfo/unsubscribe',
  aliases: ['/v1/automation/sendBuyerInfo/unsubscribe'],
  summary: 'Unsubscribe a webhook URL',
  description: 'A URL that is not subscribed is a success too.',
  tag: 'Automation',
  request: { query: WebhookQuery },
  responses: { 200: Type.Object({ message: Type.String() }) },
  errors: { 400: ['VALIDATION_ERROR'], 404: ['NOT_FOUND'], 429: ['RATE_LIMIT_EXCEEDED'], 500: ['INTERNAL'] },
  policy,
});
