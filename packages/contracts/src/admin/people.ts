import { type Static, Type } from '@sinclair/typebox';
import { Nullable, oneOf, Timestamp, Uuid } from '../common.ts';
import { ROLES } from '../resources/roles.ts';
import { defineAdminOperation, OWNERS } from './operation.ts';
import { PAGE_QUERY, pageOf } from './paging.ts';

export const PersonDocument = Type.Object({
  id: Uuid,
  name: Type.String(),
  signs_in_with: oneOf(['link', 'oidc'] as const),
  role: oneOf(ROLES),
  company: Nullable(Type.String(), { description: 'Company of a member' }),
  active: Type.Boolean(),
  created_at: Timestamp,
  last_signed_in_at: Timestamp,
});
export type PersonDocument = Static<typeof PersonDocument>;

export const listPeople = defineAdminOperation({
  operation: 'listPeople',
  method: 'GET',
  path: '/admin/v1/people',
  tag: 'People',
  summary: 'List everyone who ever signed in',
  roles: OWNERS,
  request: { query: Type.Object(PAGE_QUERY) },
  status: 200,
  answer: pageOf('people', PersonDocument),
});

const PERSON_QUERY = Type.Object({ person_id: Uuid });

export const changePerson = defineAdminOperation({
  operation: 'changePerson',
  method: 'PATCH',
  path: '/admin/v1/people',
  tag: 'People',
  summary: 'Change the role of a person, or deactivate them',
  description: 'Ends all sessions of the person. Nobody changes themselves, so that an owner always remains.',
  roles: OWNERS,
  request: {
    query: PERSON_QUERY,
    body: Type.Object({
      role: Type.Optional(oneOf(ROLES)),
      company: Type.Optional(Type.String({ description: 'Name or id; members only' })),
      active: Type.Optional(Type.Boolean()),
    }),
  },
  status: 200,
  answer: PersonDocument,
  errors: ['NOT_FOUND'],
});

export const endSessionsOf = defineAdminOperation({
  operation: 'endSessionsOf',
  method: 'DELETE',
  path: '/admin/v1/people/sessions',
  tag: 'People',
  summary: 'Sign a person out everywhere',
  roles: OWNERS,
  request: { query: PERSON_QUERY },
  status: 204,
  answer: Type.Null(),
  errors: ['NOT_FOUND'],
});
