import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder, INVALID_INPUT } from '../error-rows.ts';
import { accountPolicy } from '../policies.ts';
import { User, UserId, usableUserId } from '../resources/account.ts';

const policy = accountPolicy('api_users');

export const updateApiUser = defineEndpoint({
  operation: 'updateApiUser',
  service: 'accounts',
  audience: 'public',
  method: 'PATCH',
  path: '/v1/api-users',
  aliases: ['/functions/v1/api-users'],
  summary: 'Activate or deactivate an end user',
  description:
    "Deactivating a user deactivates all of the user's subscriptions; they stay inactive when the user is activated again.",
  tag: 'Account',
  request: { body: Type.Object({ user_id: UserId, active: Type.Boolean() }), rules: [usableUserId] },
  responses: { 200: User },
  errors: errorsUnder(policy, INVALID_INPUT, { 404: ['NOT_FOUND'] }),
  policy,
  example: { user_id: 'agent-1042', active: true },
});
