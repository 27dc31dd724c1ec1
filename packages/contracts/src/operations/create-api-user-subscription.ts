import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder, INVALID_INPUT } from '../error-rows.ts';
import { accountPolicy } from '../policies.ts';
import { Subscription, UserId, usableUserId } from '../resources/account.ts';

const policy = accountPolicy('api_user_subscriptions');

export const createApiUserSubscription = defineEndpoint({
  operation: 'createApiUserSubscription',
  service: 'accounts',
  audience: 'public',
  method: 'POST',
  path: '/v1/api-user-subscriptions',
  aliases: ['/functions/v1/api-user-subscriptions'],
  summary: 'Assign a plan to an end user',
  description: 'Limits of several active subscriptions add up.',
  tag: 'Account',
  request: {
    body: Type.Object({
      user_id: UserId,
      plan_id: Type.String({ minLength: 1, description: "One of the key's plans" }),
    }),
    rules: [usableUserId],
  },
  responses: { 201: Subscription },
  errors: errorsUnder(policy, INVALID_INPUT, { 404: ['NOT_FOUND'] }),
  policy,
  example: { user_id: 'agent-1042', plan_id: 'plan_starter' },
});
