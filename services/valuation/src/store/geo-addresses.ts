import { resolveAddress } from '@plat/contracts';
import { AppError, type Principal, type ServiceClient } from '@plat/kit';
import { parseFullAddress } from '@plat/records';
import type { AddressResolver } from '../domain/ports.ts';

/** On whose behalf, and until when, the address service is asked. */
export interface Caller {
  principal: Principal;
  requestId: string;
  deadlineMs: number | undefined;
}

/** Addresses as the geo service resolves them. */
export const geoAddresses = (client: ServiceClient, caller: Caller): AddressResolver => ({
  resolve: async (address, signal) => {
    const { match } = await client.call(resolveAddress, { body: { address }, ...caller, signal }).catch(asUpstream);
    return match === null ? null : { ...match, hasHouseNumber: namesHouse(match.address) };
  },
});

/** Of what was found, not of what was asked: a ZIP code reads like a house number. */
const namesHouse = (address: string): boolean => parseFullAddress(address).houseNumber !== null;

/** A lookup that is slow or away is one that failed: this endpoint has no other status for it (decision 57). */
function asUpstream(error: unknown): never {
  if (!(error instanceof AppError) || error.status < 500 || error.code === 'UPSTREAM_ERROR') throw error;
  throw new AppError('UPSTREAM_ERROR', 'The address lookup failed; it is safe to try again', { cause: error });
}
