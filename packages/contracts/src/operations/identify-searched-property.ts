import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { BuyerSearchRequest } from '../resources/buyer-search-request.ts';
import { CountedThing } from '../resources/usage-ledger.ts';

export const identifySearchedProperty = defineEndpoint({
  operation: 'identifySearchedProperty',
  service: 'investors',
  audience: 'internal',
  method: 'POST',
  path: '/internal/searched-property',
  aliases: [],
  summary: 'Say which property a buyer search is counted for',
  description:
    'The property of the address; for coordinates the nearest property within 30 m, else the geohash of the point.',
  tag: 'Internal',
  request: { body: BuyerSearchRequest },
  responses: { 200: Type.Object({ counted_thing: CountedThing }) },
  errors: internalErrors({ 404: ['ADDRESS_NOT_FOUND'], 502: ['UPSTREAM_ERROR'] }),
  policy: INTERNAL_POLICY,
});
