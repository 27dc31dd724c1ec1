import { resolveAddress } from '@plat/contracts';
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
/** A geocoder does not say what it found; a house number does. */
const NAMES_A_HOUSE = /^\d/;

/** Addresses as the geo service resolves them. */
export const geoAddresses = (client: ServiceClient, caller: Caller): AddressResolver => ({
  resolve: async (address, signal) => {
    const { match } = await client.call(resolveAddress, { body: { address }, ...caller, signal });
    const level = match?.match_level ?? null;
    if (match === null || level === null || match.confidence < MIN_CONFIDENCE) return null;
    if (level === 'geocoded' && !NAMES_A_HOUSE.test(match.address)) return null;
    return {
      level,
      address: match.address,
      propertyId: match.property_id,
      latitude: match.latitude,
      longitude: match.longitude,
    };
  },
});
