import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder, INVALID_INPUT } from '../error-rows.ts';
import { accountPolicy } from '../policies.ts';
import { User, UserId, usableNewUserId } from '../resources/account.ts';

export const CreateApiUserRequest = Type.Object({
  user_id: UserId,
  active: Type.Optional(Type.Boolean({ description: 'Whether the user may call data endpoints', default: true })),
});
export type CreateApiUserRequest = Static<typeof CreateApiUserRequest>;

/** Applies the defaults to a checked request. */
export const newApiUser = (body: CreateApiUserRequest): { user_id: string; active: boolean } => ({
  user_id: body.user_id,
  active: body.active ?? true,
});

const policy = accountPolicy('api_users');

export const createApiUser = defineEndpoint({
  operation: 'createApiUser',
  service: 'accounts',
  audience: 'public',
  method: 'POST',
  path: '/v1/api-users',
  aliases: ['/functions/v1/api-users'],
  summary: 'Create an end user',
  description:
    'user_id is your own identifier and is unique for each key; a second user with the same user_id is 409. Then assign a plan: without one the user may call no endpoint.',
  tag: 'Account',
  request: { body: CreateApiUserRequest, rules: [usableNewUserId] },
  responses: { 201: User },
  errors: errorsUnder(policy, INVALID_INPUT, { 409: ['ALREADY_EXISTS'] }),
  policy,
  example: { user_id: 'agent-1042' },
});
