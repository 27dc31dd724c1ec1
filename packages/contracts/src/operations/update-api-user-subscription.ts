import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder, INVALID_INPUT } from '../error-rows.ts';
import { accountPolicy } from '../policies.ts';
import { Subscription } from '../resources/account.ts';

const policy = accountPolicy('api_user_subscriptions');

export const updateApiUserSubscription = defineEndpoint({
  operation: 'updateApiUserSubscription',
  service: 'accounts',
  audience: 'public',
  method: 'PATCH',
  path: '/v1/api-user-subscriptions',
  aliases: ['/functions/v1/api-user-subscriptions'],
  summary: 'Activate or deactivate a subscription',
  description: 'Limits change at once. A subscription of an inactive user cannot be changed and gives 404.',
  tag: 'Account',
  request: { body: Type.Object({ subscription_id: Type.String({ minLength: 1 }), active: Type.Boolean() }) },
  responses: { 200: Subscription },
  errors: errorsUnder(policy, INVALID_INPUT, { 404: ['NOT_FOUND'] }),
  policy,
  example: { subscription_id: '5f0c1d7e-2b3a-4c4d-8e5f-6a7b8c9d0e1f', active: true },
});
