import { Type } from '@sinclair/typebox';
import { Nullable, oneOf } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { INVALID_INPUT, joinErrors } from '../error-rows.ts';
import { automationPolicy, DEADLINE_MS } from '../policies.ts';
import { AUTOMATION_ERRORS, boundedBuyerData } from '../resources/automation.ts';

const policy = automationPolicy(DEADLINE_MS.trigger);

export const triggerWebhooks = defineEndpoint({
  operation: 'triggerWebhooks',
  service: 'automation',
  audience: 'public',
  method: 'POST',
  path: '/automation/sendBuyerInfo/trigger',
  aliases: ['/v1/automation/sendBuyerInfo/trigger'],
  summary: 'Send a buyer record to every subscribed URL',
  description:
    'Posts buyerData to every URL that the user has subscribed. A failing URL does not stop the others; errors names it.',
  tag: 'Automation',
  request: {
    body: Type.Object({
      apiKey: Type.String({ minLength: 1 }),
      buyerData: Type.Object(
        {},
        { minProperties: 1, additionalProperties: true, description: 'Forwarded byte for byte; at most 64 KB' },
      ),
    }),
    query: Type.Object({
      normalize: Type.Optional(
        oneOf(['true', 'false'], {
          description:
            'true: sends fields under the names of the example endpoint, such as `address` for `streetAddress`',
        }),
      ),
    }),
    rules: [boundedBuyerData],
  },
  responses: {
    200: Type.Object({
      message: Type.String({ description: 'Number of URLs it was sent to' }),
      errors: Type.Array(
        Type.Object({ web_url: Type.String(), status: Nullable(Type.Integer()), error: Type.String() }),
        { description: 'Deliveries that failed' },
      ),
      warnings: Type.Optional(
        Type.Array(Type.Object({ field: Type.String(), problem: Type.String() }), {
          description: 'Documented fields that have another type; they are sent unchanged',
        }),
      ),
    }),
  },
  errors: joinErrors(INVALID_INPUT, { 401: ['INVALID_API_KEY'] }, AUTOMATION_ERRORS),
  policy,
  example: {
    apiKey: 'zk_live_example',
    buyerData: { streetAddress: '123 Main St', city: 'Phoenix', state: 'AZ', zip: 85043, type: 'flipper' },
  },
});
