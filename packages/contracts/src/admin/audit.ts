import { Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../common.ts';
import { defineAdminOperation, READERS } from './operation.ts';
import { PAGE_QUERY, pageOf } from './paging.ts';

const Snapshot = Nullable(Type.Record(Type.String(), Type.Unknown()), { description: 'null if it did not exist' });

export const listAudit = defineAdminOperation({
  operation: 'listAudit',
  method: 'GET',
  path: '/admin/v1/audit',
  tag: 'Audit',
  summary: 'List changes, newest first',
  description: 'Changes of people and their sign-ins are for owners only.',
  roles: READERS,
  request: {
    query: Type.Object({
      ...PAGE_QUERY,
      company: Type.Optional(Type.String({ description: 'Id or exact name' })),
      key: Type.Optional(Type.String({ description: 'Id or prefix' })),
    }),
  },
  status: 200,
  answer: pageOf(
    'events',
    Type.Object({
      id: Type.Integer(),
      at: Timestamp,
      actor: Type.String(),
      action: Type.String(),
      company_id: Nullable(Type.String()),
      key_id: Nullable(Type.String()),
      subject: Type.String(),
      before: Snapshot,
      after: Snapshot,
    }),
  ),
  errors: ['NOT_FOUND'],
});
