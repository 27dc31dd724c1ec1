import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder } from '../error-rows.ts';
import { accountPolicy } from '../policies.ts';
import { UserDetails, UserId, usableUserIdQuery } from '../resources/account.ts';

const policy = accountPolicy('api_users');

export const getApiUser = defineEndpoint({
  operation: 'getApiUser',
  service: 'accounts',
  audience: 'public',
  method: 'GET',
  path: '/v1/api-users',
  aliases: ['/functions/v1/api-users'],
  summary: "Read an end user, the user's subscriptions and this month's usage",
  description: '404 for a user that this key did not create. Usage is for the current calendar month in UTC.',
  tag: 'Account',
  request: { query: Type.Object({ user_id: UserId }), rules: [usableUserIdQuery] },
  responses: { 200: UserDetails },
  errors: errorsUnder(policy, { 400: ['VALIDATION_ERROR'], 404: ['NOT_FOUND'] }),
  policy,
});
