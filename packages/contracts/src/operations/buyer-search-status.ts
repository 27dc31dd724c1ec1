import { Type } from '@sinclair/typebox';
import { Nullable, oneOf, Timestamp } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder } from '../error-rows.ts';
import { DEADLINE_MS, dataPolicy } from '../policies.ts';
import { SearchIdQuery } from './buyer-search-results.ts';

export const SEARCH_STATUSES = ['pending', 'completed', 'failed'] as const;
export type SearchStatus = (typeof SEARCH_STATUSES)[number];

const policy = dataPolicy('buyer_search', { counts: 'never' }, DEADLINE_MS.lookup, { userStatus: 401 });

export const buyerSearchStatus = defineEndpoint({
  operation: 'buyerSearchStatus',
  service: 'investors',
  audience: 'public',
  method: 'GET',
  path: '/v1/buyer-search/status',
  aliases: ['/functions/v1/buyer-search/status'],
  summary: 'Poll a background buyer search',
  description:
    'Pending until the search has completed or failed; error gives the reason for a failure. Never counted. Wait the seconds of Retry-After before the next request.',
  tag: 'Property data',
  request: { query: SearchIdQuery },
  responses: {
    200: Type.Object({
      search_id: Type.String(),
      status: oneOf(SEARCH_STATUSES),
      error: Nullable(Type.String({ description: 'Reason of the failure' })),
      result_count: Nullable(Type.Integer({ minimum: 0 })),
      created_at: Timestamp,
      completed_at: Nullable(Timestamp),
      expires_at: Nullable(Timestamp, { description: 'When the results are deleted' }),
    }),
  },
  responseHeaders: { 'Retry-After': 'For a pending search: seconds to wait before polling again' },
  errors: errorsUnder(policy, { 400: ['VALIDATION_ERROR'], 404: ['SEARCH_NOT_FOUND'] }),
  policy,
});
