import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { INVALID_INPUT, joinErrors } from '../error-rows.ts';
import { automationPolicy, DEADLINE_MS } from '../policies.ts';
import { AUTOMATION_ERRORS, UNSUBSCRIBE_PLACES, UnsubscribeQuery } from '../resources/automation.ts';

const policy = automationPolicy(DEADLINE_MS.lookup);

export const unsubscribeWebhook = defineEndpoint({
  operation: 'unsubscribeWebhook',
  service: 'automation',
  audience: 'public',
  method: 'POST',
  alsoMethods: ['DELETE'],
  path: '/automation/sendBuyerInfo/unsubscribe',
  aliases: ['/v1/automation/sendBuyerInfo/unsubscribe'],
  summary: 'Unsubscribe a webhook URL',
  description:
    'Names the subscription by `web_url` or by `id`. Unsubscribing an unknown one succeeds too. `DELETE` works as well, and the parameters may be sent as for subscribing.',
  tag: 'Automation',
  request: {
    query: UnsubscribeQuery,
    queryAlsoIn: UNSUBSCRIBE_PLACES,
    requiresOneOf: ['web_url', 'id'],
  },
  responses: { 200: Type.Object({ message: Type.String() }) },
  errors: joinErrors(INVALID_INPUT, { 404: ['NOT_FOUND'] }, AUTOMATION_ERRORS),
  policy,
});
