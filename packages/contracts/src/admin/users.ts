import { Type } from '@sinclair/typebox';
import { Subscription, User, UserDetails } from '../resources/account.ts';
import { defineAdminOperation, EVERYONE, OPERATORS } from './operation.ts';
import { pageOf } from './paging.ts';

const KEY = { key: Type.String({ description: 'Id or prefix of the enterprise key' }) };
const shared = { tag: 'Users', path: '/admin/v1/users' } as const;
const USER_ID = Type.String({ minLength: 1, maxLength: 255 });

export const listUsers = defineAdminOperation({
  ...shared,
  operation: 'listUsers',
  method: 'GET',
  summary: 'List the end users of an enterprise key',
  roles: EVERYONE,
  request: { query: Type.Object({ ...KEY, cursor: Type.Optional(Type.String()) }) },
  status: 200,
  answer: pageOf('users', User),
  errors: ['NOT_FOUND'],
});

export const readUser = defineAdminOperation({
  ...shared,
  operation: 'readUser',
  method: 'GET',
  path: '/admin/v1/users/details',
  summary: 'Read an end user with subscriptions and usage of this month',
  roles: EVERYONE,
  request: { query: Type.Object({ ...KEY, user_id: USER_ID }) },
  status: 200,
  answer: UserDetails,
  errors: ['NOT_FOUND'],
});

export const createUser = defineAdminOperation({
  ...shared,
  operation: 'createUser',
  method: 'POST',
  summary: 'Create an end user',
  roles: OPERATORS,
  request: { query: Type.Object(KEY), body: Type.Object({ user_id: USER_ID, active: Type.Optional(Type.Boolean()) }) },
  status: 201,
  answer: User,
  errors: ['NOT_FOUND', 'ALREADY_EXISTS'],
});

export const changeUser = defineAdminOperation({
  ...shared,
  operation: 'changeUser',
  method: 'PATCH',
  summary: 'Activate or deactivate an end user',
  roles: OPERATORS,
  request: { query: Type.Object({ ...KEY, user_id: USER_ID }), body: Type.Object({ active: Type.Boolean() }) },
  status: 200,
  answer: User,
  errors: ['NOT_FOUND'],
});

export const createSubscription = defineAdminOperation({
  ...shared,
  operation: 'createSubscription',
  method: 'POST',
  path: '/admin/v1/users/subscriptions',
  summary: 'Give an end user a plan',
  roles: OPERATORS,
  request: { query: Type.Object({ ...KEY, user_id: USER_ID }), body: Type.Object({ plan_id: Type.String() }) },
  status: 201,
  answer: Subscription,
  errors: ['NOT_FOUND'],
});

export const changeSubscription = defineAdminOperation({
  ...shared,
  operation: 'changeSubscription',
  method: 'PATCH',
  path: '/admin/v1/users/subscriptions',
  summary: 'Activate or deactivate a subscription',
  roles: OPERATORS,
  request: {
    query: Type.Object({ ...KEY, subscription_id: Type.String() }),
    body: Type.Object({ active: Type.Boolean() }),
  },
  status: 200,
  answer: Subscription,
  errors: ['NOT_FOUND'],
});
