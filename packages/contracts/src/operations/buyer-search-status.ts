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
  summary: 'Ask how a background buyer search stands',
  description:
    'Pending until the search has completed or failed; error says why it failed. Never counted. Wait as many seconds as Retry-After says before the next request.',
  tag: 'Property data',
  request: { query: SearchIdQuery },
  responses: {
    200: Type.Object({
      search_id: Type.String(),
      status: oneOf(SEARCH_STATUSES),
      error: Nullable(Type.String({ description: 'Why it failed' })),
      result_count: Nullable(Type.Integer({ minimum: 0 })),
      created_at: Timestamp,
      completed_at: Nullable(Timestamp),
      expires_at: Nullable(Timestamp, { description: 'When the results are gone' }),
    }),
  },
  responseHeaders: { 'Retry-After': 'Of a pending search: seconds until asking again makes sense' },
  errors: errorsUnder(policy, { 400: ['VALIDATION_ERROR'], 404: ['SEARCH_NOT_FOUND'] }),
  policy,
});
