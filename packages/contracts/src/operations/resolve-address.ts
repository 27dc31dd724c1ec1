import { type Static, Type } from '@sinclair/typebox';
import { Latitude, Longitude, Nullable, oneOf } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { internalErrors } from '../error-rows.ts';
import { INTERNAL_POLICY } from '../policies.ts';
import { ADDRESS_MATCH_LEVELS } from '../rules/address-match-levels.ts';
import { addressTextProblems } from '../rules/address-text.ts';

/** The thing that a matched address identifies, most exact first. `upstream`: found by another geocoder. */
export const ADDRESS_PRECISIONS = ['property', 'building', 'street', 'zip', 'city', 'upstream'] as const;
export type AddressPrecision = (typeof ADDRESS_PRECISIONS)[number];

export const ResolvedAddress = Type.Object({
  address: Type.String({ description: 'Canonical form' }),
  property_id: Nullable(Type.Integer()),
  region: Nullable(Type.String({ description: 'Region of the market dataset that contains it' })),
  latitude: Nullable(Latitude),
  longitude: Nullable(Longitude),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  precision: oneOf(ADDRESS_PRECISIONS),
  match_level: Nullable(oneOf(ADDRESS_MATCH_LEVELS, { description: 'Null for a street, a ZIP code or a city' })),
});
export type ResolvedAddress = Static<typeof ResolvedAddress>;

export const resolveAddress = defineEndpoint({
  operation: 'resolveAddress',
  service: 'geo',
  audience: 'internal',
  method: 'POST',
  path: '/internal/resolve-address',
  aliases: [],
  summary: 'Resolve an address to a property or a place',
  description: 'The single match of a full address; null when none or several match.',
  tag: 'Internal',
  request: {
    body: Type.Object({ address: Type.String() }),
    rules: [({ address }: { address: string }) => addressTextProblems(address)],
  },
  responses: { 200: Type.Object({ match: Nullable(ResolvedAddress) }) },
  errors: internalErrors({ 502: ['UPSTREAM_ERROR'] }),
  policy: INTERNAL_POLICY,
  example: { address: '123 Main St, Phoenix, AZ 85043' },
});
