import { resolveAddress } from '@plat/contracts';
import type { ServiceClient } from '@plat/kit';
import type { Caller } from '../../caller.ts';
import type { AddressResolver } from '../domain/ports.ts';

/** A match below this confidence is a guess. */
const MIN_CONFIDENCE = 0.6;
/** A geocoder does not report what it matched; a house number shows that it is a house. */
const NAMES_A_HOUSE = /^\d/;

/** Resolves addresses with the geo service. */
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
