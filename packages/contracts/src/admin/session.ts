import { type Static, Type } from '@sinclair/typebox';
import { Nullable, oneOf, Timestamp } from '../common.ts';
import { ROLES } from '../resources/roles.ts';
import { defineAdminOperation, EVERYONE, OWNERS } from './operation.ts';

export const SessionDocument = Type.Object({
  user: Type.String({ description: 'Name of the person' }),
  role: oneOf(ROLES),
  company: Nullable(Type.String(), { description: 'Company of a member' }),
  csrf_token: Type.String({ description: 'Send it as x-csrf-token with every change and every call of /v1' }),
  expires_at: Timestamp,
});
export type SessionDocument = Static<typeof SessionDocument>;

export const readSession = defineAdminOperation({
  operation: 'readSession',
  method: 'GET',
  path: '/admin/v1/session',
  tag: 'Session',
  summary: 'Tell who is signed in',
  roles: EVERYONE,
  request: {},
  status: 200,
  answer: SessionDocument,
});

export const readSignInWays = defineAdminOperation({
  operation: 'readSignInWays',
  method: 'GET',
  path: '/admin/v1/sign-in-ways',
  tag: 'Session',
  summary: 'Tell how people sign in',
  description: 'One-time links always work. A provider is there when the operator named one.',
  roles: null,
  request: {},
  status: 200,
  answer: Type.Object({
    provider: Nullable(Type.Object({ name: Type.String(), sign_in_path: Type.String() }), {
      description: 'OpenID provider; open sign_in_path to sign in there',
    }),
  }),
});

export const beginSession = defineAdminOperation({
  operation: 'beginSession',
  method: 'POST',
  path: '/admin/v1/session',
  tag: 'Session',
  summary: 'Sign in with a one-time link',
  description:
    'Takes the token of the link, as JSON or as a form. A form gets 303 to the console. The link works once, for 15 minutes. The cookie is HttpOnly and SameSite=Strict, and Secure except on plain loopback.',
  roles: null,
  request: { body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }) },
  status: 200,
  answer: SessionDocument,
  errors: ['SIGN_IN_REQUIRED', 'CSRF_TOKEN_INVALID', 'HTTPS_REQUIRED'],
});

export const endSession = defineAdminOperation({
  operation: 'endSession',
  method: 'DELETE',
  path: '/admin/v1/session',
  tag: 'Session',
  summary: 'Sign out',
  roles: EVERYONE,
  request: {
    query: Type.Object({
      everywhere: Type.Optional(oneOf(['true', 'false'] as const, { description: 'true ends every session of yours' })),
    }),
  },
  status: 204,
  answer: Type.Null(),
});

export const createSignInLink = defineAdminOperation({
  operation: 'createSignInLink',
  method: 'POST',
  path: '/admin/v1/sign-in-links',
  tag: 'People',
  summary: 'Make a one-time sign-in link',
  description: 'Whoever opens it within 15 minutes becomes this person with this role. A member needs a company.',
  roles: OWNERS,
  request: {
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'Name of the person' }),
      role: oneOf(ROLES),
      company: Type.Optional(Type.String({ description: 'Name or id; members only' })),
    }),
  },
  status: 201,
  answer: Type.Object({ sign_in_url: Type.String(), expires_at: Timestamp }),
  errors: ['NOT_FOUND'],
});
