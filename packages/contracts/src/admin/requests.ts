import { Type } from '@sinclair/typebox';
import { oneOf } from '../common.ts';
import { LoggedRequest } from '../resources/request-log.ts';
import { defineAdminOperation, EVERYONE } from './operation.ts';
import { PAGE_QUERY, pageOf } from './paging.ts';

/** Classes of statuses: below 400, 400 to 499, 500 and more. */
const REQUEST_OUTCOMES = ['succeeded', 'refused', 'failed'] as const;

export const listRequests = defineAdminOperation({
  operation: 'listRequests',
  method: 'GET',
  path: '/admin/v1/requests',
  tag: 'Requests',
  summary: 'List the requests of a key in the last 24 hours, newest first',
  description: 'At most the last 10,000. They appear within seconds; of a burst some may be missing.',
  roles: EVERYONE,
  request: {
    query: Type.Object({
      ...PAGE_QUERY,
      key: Type.String({ description: 'Id or prefix' }),
      outcome: Type.Optional(oneOf(REQUEST_OUTCOMES)),
    }),
  },
  status: 200,
  answer: pageOf('requests', LoggedRequest),
  errors: ['NOT_FOUND'],
});
