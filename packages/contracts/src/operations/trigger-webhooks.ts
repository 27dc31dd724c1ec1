import { Type } from '@sinclair/typebox';
import { Nullable } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { INVALID_INPUT, joinErrors } from '../error-rows.ts';
import { automationPolicy, DEADLINE_MS } from '../policies.ts';

const policy = automationPolicy(DEADLINE_MS.trigger);

export const triggerWebhooks = defineEndpoint({
  operation: 'triggerWebhooks',
  service: 'automation',
  audience: 'public',
  method: 'POST',
  path: '/automation/sendBuyerInfo/trigger',
  aliases: ['/v1/automation/sendBuyerInfo/trigger'],
  summary: 'Send a buyer record to every subscribed URL',
  tag: 'Automation',
  request: {
    body: Type.Object({
      apiKey: Type.String({ minLength: 1 }),
      buyerData: Type.Object({}, { minProperties: 1, description: 'Sent on as it is' }),
    }),
  },
  responses: {
    200: Type.Object({
      message: Type.String({ description: 'To how many URLs it was sent' }),
      errors: Type.Array(
        Type.Object({ web_url: Type.String(), status: Nullable(Type.Integer()), error: Type.String() }),
        { description: 'Deliveries that failed' },
      ),
    }),
  },
  errors: joinErrors(INVALID_INPUT, {
    401: ['INVALID_API_KEY'],
    405: ['METHOD_NOT_ALLOWED'],
    429: ['RATE_LIMIT_EXCEEDED'],
    500: ['INTERNAL'],
  }),
  policy,
  example: {
    apiKey: 'your automation key',
    buyerData: { streetAddress: '123 Main St', city: 'Phoenix', state: 'AZ', zip: 85043, type: 'flipper' },
  },
});
