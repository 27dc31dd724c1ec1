import { Type } from '@sinclair/typebox';
import { Nullable } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder } from '../error-rows.ts';
import { DEADLINE_MS, dataPolicy } from '../policies.ts';
import { BuyerSearchItem } from '../resources/buyer-search-item.ts';

const policy = dataPolicy('buyer_search', { counts: 'never' }, DEADLINE_MS.lookup, { userStatus: 401 });

export const SearchIdQuery = Type.Object({
  search_id: Type.String({ minLength: 1, description: 'The search_id of the 202 response' }),
});

export const buyerSearchResults = defineEndpoint({
  operation: 'buyerSearchResults',
  service: 'investors',
  audience: 'public',
  method: 'GET',
  path: '/v1/buyer-search',
  aliases: ['/functions/v1/buyer-search'],
  summary: 'Fetch the results of a background buyer search',
  description: 'The buyers found; null while the search runs and when it failed. Never counted.',
  tag: 'Property data',
  request: { query: SearchIdQuery },
  responses: { 200: Nullable(Type.Array(BuyerSearchItem)) },
  responseHeaders: {
    'X-Search-Status': 'pending, completed or failed',
    'X-Deal-Id': 'For a completed search with explain: the deal of the searched property in your CRM',
    'Retry-After': 'For a pending search: seconds to wait before polling again',
  },
  errors: errorsUnder(policy, { 400: ['VALIDATION_ERROR'], 404: ['SEARCH_NOT_FOUND'] }),
  policy,
});
