import { type AddressPrecision, type ResolvedAddress, resolveAddress } from '@plat/contracts';
import type { Principal, ServiceClient } from '@plat/kit';
import type { AddressResolver } from '../domain/ports.ts';

/** On whose behalf, and until when, the address service is asked. */
export interface Caller {
  principal: Principal;
  requestId: string;
  deadlineMs: number | undefined;
}

/** A match below this confidence is a guess. */
export const MIN_CONFIDENCE = 0.6;
const A_PROPERTY: readonly AddressPrecision[] = ['property', 'building'];

/** A geocoder's answer does not say what it found; a house number does. */
const standsForProperty = ({ precision, confidence, address }: ResolvedAddress): boolean =>
  confidence >= MIN_CONFIDENCE && (A_PROPERTY.includes(precision) || (precision === 'upstream' && /^\d/.test(address)));

/** Addresses as the geo service resolves them. */
export const geoAddresses = (client: ServiceClient, caller: Caller): AddressResolver => ({
  resolve: async (address, signal) => {
    const { match } = await client.call(resolveAddress, { body: { address }, ...caller, signal });
    if (match === null || !standsForProperty(match)) return null;
    return {
      address: match.address,
      propertyId: match.property_id,
      latitude: match.latitude,
      longitude: match.longitude,
    };
  },
});
