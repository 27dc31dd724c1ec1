import { Type } from '@sinclair/typebox';
import { oneOf } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder } from '../error-rows.ts';
import { LEGACY_SEARCH_POLICY } from '../policies.ts';
import { LegacyBuyerResult } from '../resources/legacy-search.ts';

export const legacyResults = defineEndpoint({
  operation: 'legacyResults',
  service: 'investors',
  audience: 'public',
  method: 'GET',
  path: '/v1/results',
  aliases: [],
  summary: 'Fetch the results of a completed search',
  description: 'Empty and falsy fields are null. Fetch the results again each time you show them; do not store them.',
  tag: 'Earlier API',
  request: {
    query: Type.Object({
      keep_falsy: Type.Optional(
        oneOf(['true', 'false'], { description: 'true: keep 0, false and empty strings', default: 'false' }),
      ),
    }),
    headers: { 'search-id': { description: 'The searchId that the search returned', required: true } },
  },
  responses: { 200: Type.Object({ data: Type.Array(LegacyBuyerResult) }) },
  responseHeaders: { 'Cache-Control': 'no-store, private' },
  errors: errorsUnder(LEGACY_SEARCH_POLICY, {
    400: ['VALIDATION_ERROR'],
    404: ['SEARCH_NOT_FOUND', 'SEARCH_NOT_COMPLETED', 'NO_BUYERS_FOUND'],
  }),
  policy: LEGACY_SEARCH_POLICY,
});
