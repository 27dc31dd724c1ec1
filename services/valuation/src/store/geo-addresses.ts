import { AppError, type Caller, matchAddress, type ServiceClient } from '@plat/kit';
import { parseFullAddress } from '@plat/records';
import type { AddressResolver } from '../domain/ports.ts';

/** Resolves addresses with the geo service. */
export const geoAddresses = (client: ServiceClient, caller: Caller): AddressResolver => ({
  resolve: async (address, signal) => {
    const match = await matchAddress(client, caller, address, { signal }).catch(asUpstream);
    return match === null ? null : { ...match, hasHouseNumber: namesHouse(match.address) };
  },
});

/** Checks the result, not the request: a ZIP code looks like a house number. */
const namesHouse = (address: string): boolean => parseFullAddress(address).houseNumber !== null;

/** A slow or unavailable geo service is a failed lookup: this endpoint documents no other status. */
function asUpstream(error: unknown): never {
  if (!(error instanceof AppError) || error.status < 500 || error.code === 'UPSTREAM_ERROR') throw error;
  throw new AppError('UPSTREAM_ERROR', 'The address lookup failed; it is safe to try again', { cause: error });
}
