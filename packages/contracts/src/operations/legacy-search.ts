import { Type } from '@sinclair/typebox';
import { Uuid } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder, INVALID_INPUT } from '../error-rows.ts';
import { LEGACY_SEARCH_POLICY } from '../policies.ts';
import { LegacySearchRequest, usableLegacySearch } from '../resources/legacy-search.ts';
import { MATCH_HEADERS } from '../rules/match-headers.ts';
import { RECORDS_HEADERS } from '../rules/records-headers.ts';

export const legacySearch = defineEndpoint({
  operation: 'legacySearch',
  service: 'investors',
  audience: 'public',
  method: 'POST',
  path: '/v1/search',
  aliases: [],
  summary: 'Start a buyer search',
  description: 'Returns the parsed address at once; the search runs in the background.',
  tag: 'Earlier API',
  request: { body: LegacySearchRequest, rules: [usableLegacySearch] },
  responses: {
    200: Type.Object({
      searchId: Uuid,
      parsedAddress: Type.String({ description: 'Standardised address' }),
      latitude: Type.Number(),
      longitude: Type.Number(),
    }),
  },
  responseHeaders: { ...MATCH_HEADERS, ...RECORDS_HEADERS },
  errors: errorsUnder(LEGACY_SEARCH_POLICY, INVALID_INPUT, {
    400: ['INVALID_ADDRESS'],
    404: ['ADDRESS_NOT_FOUND'],
    502: ['UPSTREAM_ERROR'],
  }),
  policy: LEGACY_SEARCH_POLICY,
  example: { address: '3043 W Monte Vista Trl, Phoenix, AZ 85019', userId: 'agent-1042' },
});
