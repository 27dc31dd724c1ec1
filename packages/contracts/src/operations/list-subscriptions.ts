import { Type } from '@sinclair/typebox';
import { oneOf, Timestamp } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { joinErrors } from '../error-rows.ts';
import { automationPolicy, DEADLINE_MS } from '../policies.ts';
import { API_KEY_PLACES, ApiKeyQuery, AUTOMATION_ERRORS, MAX_SUBSCRIPTIONS } from '../resources/automation.ts';

const policy = automationPolicy(DEADLINE_MS.lookup);

export const listSubscriptions = defineEndpoint({
  operation: 'listSubscriptions',
  service: 'automation',
  audience: 'public',
  method: 'GET',
  path: '/automation/sendBuyerInfo/subscriptions',
  aliases: ['/v1/automation/sendBuyerInfo/subscriptions'],
  summary: 'List subscribed webhook URLs',
  description: 'Oldest first. The key may also be sent in `x-api-key`.',
  tag: 'Automation',
  request: { query: ApiKeyQuery, queryAlsoIn: API_KEY_PLACES },
  responses: {
    200: Type.Object({
      subscriptions: Type.Array(
        Type.Object({
          id: Type.String({ description: 'As returned by subscribe and accepted by unsubscribe' }),
          web_url: Type.String(),
          state: oneOf(['active', 'failing'], {
            description: 'failing: deliveries have failed since the last successful one',
          }),
          created_at: Timestamp,
        }),
        { maxItems: MAX_SUBSCRIPTIONS },
      ),
    }),
  },
  errors: joinErrors({ 400: ['VALIDATION_ERROR'], 404: ['NOT_FOUND'] }, AUTOMATION_ERRORS),
  policy,
});
