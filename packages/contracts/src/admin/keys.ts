import { Type } from '@sinclair/typebox';
import { Nullable, OptionalNullable, oneOf, Timestamp, Uuid } from '../common.ts';
import { KEY_KINDS } from '../endpoint.ts';
import { defineAdminOperation, EVERYONE, OPERATORS } from './operation.ts';
import { PAGE_QUERY, pageOf } from './paging.ts';

const texts = () => Type.Array(Type.String());

const KeyDocument = Type.Object({
  id: Uuid,
  kind: oneOf(KEY_KINDS),
  name: Type.String(),
  company: Type.String(),
  active: Type.Boolean(),
  is_test: Type.Boolean(),
  key_prefix: Type.String({ description: 'The beginning of the key; the key itself is shown once' }),
  rate_limit: Type.Integer(),
  rate_window_seconds: Type.Integer(),
  monthly_limit: Nullable(Type.Integer()),
  authorized_endpoints: Nullable(texts(), { description: 'null: every endpoint of its kind' }),
  allowed_addresses: Nullable(texts(), { description: 'null: any' }),
  seat: Nullable(Type.String()),
  plans: texts(),
  created_at: Timestamp,
  deactivated_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
  last_used_at: Nullable(Timestamp),
  previous_secret_until: Nullable(Timestamp),
});

const ShownOnce = Type.Object({
  ...KeyDocument.properties,
  key: Type.String({ description: 'The key. Plat stores a hash only and cannot show it again' }),
});

const TERMS = {
  rate_limit: Type.Optional(Type.Integer()),
  monthly_limit: Type.Optional(Type.Integer()),
  authorized_endpoints: OptionalNullable(texts()),
  allowed_addresses: OptionalNullable(texts()),
  seat: OptionalNullable(Type.String()),
};
const KEY_QUERY = Type.Object({ key: Type.String({ description: 'Id or prefix' }) });
const shared = { tag: 'Keys', path: '/admin/v1/keys' } as const;

export const listKeys = defineAdminOperation({
  ...shared,
  operation: 'listKeys',
  method: 'GET',
  summary: 'List keys, newest first, without their secrets',
  roles: EVERYONE,
  request: {
    query: Type.Object({
      ...PAGE_QUERY,
      company: Type.Optional(Type.String()),
      kind: Type.Optional(oneOf(KEY_KINDS)),
    }),
  },
  status: 200,
  answer: pageOf('keys', KeyDocument),
  errors: ['NOT_FOUND'],
});

export const createKey = defineAdminOperation({
  ...shared,
  operation: 'createKey',
  method: 'POST',
  summary: 'Create a key, and its company if there is none of that name',
  roles: OPERATORS,
  request: {
    body: Type.Object({
      kind: oneOf(KEY_KINDS),
      name: Type.String(),
      company: Type.Optional(Type.String({ description: 'Name; the name of the key by default' })),
      is_test: Type.Optional(Type.Boolean()),
      plans: Type.Optional(texts()),
      ...TERMS,
    }),
  },
  status: 201,
  answer: ShownOnce,
  errors: ['NOT_FOUND'],
});

export const changeKey = defineAdminOperation({
  ...shared,
  operation: 'changeKey',
  method: 'PATCH',
  summary: 'Change, deactivate or activate a key',
  roles: OPERATORS,
  request: {
    query: KEY_QUERY,
    body: Type.Object({
      name: Type.Optional(Type.String()),
      active: Type.Optional(Type.Boolean()),
      add_plans: Type.Optional(texts()),
      remove_plans: Type.Optional(texts()),
      ...TERMS,
    }),
  },
  status: 200,
  answer: KeyDocument,
  errors: ['NOT_FOUND'],
});

export const rotateKey = defineAdminOperation({
  ...shared,
  operation: 'rotateKey',
  method: 'POST',
  path: '/admin/v1/keys/rotate',
  summary: 'Give a key a new secret',
  roles: OPERATORS,
  request: {
    query: KEY_QUERY,
    body: Type.Object({
      overlap_hours: Type.Optional(
        Type.Number({ minimum: 0, description: 'How long the old secret works; 0 by default' }),
      ),
    }),
  },
  status: 200,
  answer: ShownOnce,
  errors: ['NOT_FOUND'],
});

export const revokeKey = defineAdminOperation({
  ...shared,
  operation: 'revokeKey',
  method: 'DELETE',
  summary: 'Revoke a key for good',
  roles: OPERATORS,
  request: { query: KEY_QUERY },
  status: 200,
  answer: KeyDocument,
  errors: ['NOT_FOUND'],
});
