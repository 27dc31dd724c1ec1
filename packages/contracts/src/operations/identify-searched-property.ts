import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { BuyerSearchRequest } from '../resources/buyer-search-request.ts';
import { UsageSubject } from '../resources/usage-ledger.ts';

export const identifySearchedProperty = defineEndpoint({
  operation: 'identifySearchedProperty',
  service: 'investors',
  audience: 'internal',
  method: 'POST',
  path: '/internal/searched-property',
  aliases: [],
  summary: 'Return the property that a buyer search counts for',
  description:
    'The property of the address; for coordinates the nearest property within 30 m, otherwise the geohash of the point.',
  tag: 'Internal',
  request: { body: Type.Pick(BuyerSearchRequest, ['address', 'latitude', 'longitude']) },
  responses: {
    200: Type.Object({
      counted_thing: UsageSubject,
      searched_address: Type.Optional(
        Type.String({ description: 'The resolved address, to send with the search as x-plat-searched-address' }),
      ),
    }),
  },
  errors: internalErrors({ 404: ['ADDRESS_NOT_FOUND'], 502: ['UPSTREAM_ERROR'] }),
  policy: INTERNAL_POLICY,
});
