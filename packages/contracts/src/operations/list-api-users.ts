import { Type } from '@sinclair/typebox';
import { Nullable } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder } from '../error-rows.ts';
import { accountPolicy } from '../policies.ts';
import { User } from '../resources/account.ts';

export const API_USERS_PAGE_SIZE = 100;

const policy = accountPolicy('api_users');

export const listApiUsers = defineEndpoint({
  operation: 'listApiUsers',
  service: 'accounts',
  audience: 'public',
  method: 'GET',
  path: '/v1/api-users/list',
  aliases: ['/functions/v1/api-users/list'],
  summary: 'List the end users of the key',
  description: `Pages of at most ${API_USERS_PAGE_SIZE}, sorted by the bytes of user_id.`,
  tag: 'Account',
  request: {
    query: Type.Object({
      cursor: Type.Optional(Type.String({ minLength: 1, description: 'next_cursor of the previous page' })),
    }),
  },
  responses: {
    200: Type.Object({
      users: Type.Array(User, { maxItems: API_USERS_PAGE_SIZE }),
      next_cursor: Nullable(Type.String({ description: 'Null on the last page' })),
    }),
  },
  errors: errorsUnder(policy, { 400: ['VALIDATION_ERROR'] }),
  policy,
});
