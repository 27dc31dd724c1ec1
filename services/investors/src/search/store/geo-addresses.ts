import { type Caller, matchAddress, type ServiceClient } from '@plat/kit';
import type { AddressResolver } from '../domain/ports.ts';

/** A match below this confidence is a guess. */
const MIN_CONFIDENCE = 0.6;
/** A geocoder does not report what it matched; a house number shows that it is a house. */
const NAMES_A_HOUSE = /^\d/;

/** Resolves addresses with the geo service. */
export const geoAddresses = (client: ServiceClient, caller: Caller): AddressResolver => ({
  resolve: async (address, signal) => {
    const match = await matchAddress(client, caller, address, { minConfidence: MIN_CONFIDENCE, signal });
    const level = match?.match_level ?? null;
    if (match === null || level === null) return null;
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
