import { Type } from '@sinclair/typebox';
import { Nullable, oneOf } from '../common.ts';
import { defineAdminOperation, OPERATORS, READERS } from './operation.ts';
import { PAGE_QUERY, pageOf } from './paging.ts';

const KIND = oneOf(['phone', 'email', 'person'] as const);
const shared = { tag: 'Suppressions', path: '/admin/v1/suppressions' } as const;

const Entry = Type.Object({
  kind: KIND,
  value: Type.String(),
  list: Type.String(),
  note: Nullable(Type.String()),
  created_by: Type.String(),
  created_at: Type.String(),
});
const TEXT = {
  kind: KIND,
  value: Type.String({ minLength: 1, description: 'In any spelling' }),
  zip: Type.Optional(Type.String({ description: 'Persons only: of the mailing address' })),
};

export const listSuppressions = defineAdminOperation({
  ...shared,
  operation: 'listSuppressions',
  method: 'GET',
  summary: 'List do-not-contact entries added here, newest first, without imported ones',
  roles: READERS,
  request: { query: Type.Object({ ...PAGE_QUERY, kind: Type.Optional(KIND) }) },
  status: 200,
  answer: pageOf('entries', Entry),
});

export const addSuppression = defineAdminOperation({
  ...shared,
  operation: 'addSuppression',
  method: 'POST',
  summary: 'Withhold a phone number, an e-mail address or a person',
  roles: OPERATORS,
  request: {
    body: Type.Object({
      ...TEXT,
      list: Type.Optional(Type.String({ description: 'opt_out by default' })),
      note: Type.Optional(Type.String()),
    }),
  },
  status: 200,
  answer: Type.Object({ ...Entry.properties, added: Type.Boolean({ description: 'False if it was there already' }) }),
});

export const removeSuppression = defineAdminOperation({
  ...shared,
  operation: 'removeSuppression',
  method: 'DELETE',
  summary: 'Remove an entry that was added here',
  roles: OPERATORS,
  request: { query: Type.Object({ ...TEXT, list: Type.Optional(Type.String()) }) },
  status: 200,
  answer: Type.Object({ removed: Type.Array(Entry) }),
  errors: ['NOT_FOUND'],
});
