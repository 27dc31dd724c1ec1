import type { MatchedSubject } from '@plat/contracts';
import { AppError } from '@plat/kit';
import { parseFullAddress, streetKeyOf } from '@plat/records';
import type { LegacySubject } from '../../background/index.ts';
import type { AddressResolver } from '../../search/index.ts';

/**
 * The subject that the address of a search names, and how it was matched.
 * @throws AppError INVALID_ADDRESS (400) when the text names no house, ADDRESS_NOT_FOUND (404) when no property is
 * known there, UPSTREAM_ERROR (502) when the address service fails
 */
export async function locateLegacySubject(
  text: string,
  addresses: AddressResolver,
  signal: AbortSignal,
): Promise<{ subject: LegacySubject; match: MatchedSubject }> {
  const resolved = await addresses.resolve(text, signal);
  if (resolved === null) throw namesHouse(text) ? notFound() : notAnAddress();
  const { propertyId, address, latitude, longitude, level } = resolved;
  if (latitude === null || longitude === null) throw withoutPlace();
  return {
    subject: { propertyId, parsedAddress: address, latitude, longitude },
    match: { level, address, propertyId },
  };
}

function namesHouse(address: string): boolean {
  const parts = parseFullAddress(address);
  return parts.houseNumber !== null && streetKeyOf(parts) !== '';
}

const notAnAddress = (): AppError =>
  new AppError(
    'INVALID_ADDRESS',
    'The address cannot be read; send a house number and street with city, state or ZIP code',
    { fields: [{ field: 'address', problem: 'must name a house, such as 123 Main St, Phoenix, AZ 85043' }] },
  );

const notFound = (): AppError => new AppError('ADDRESS_NOT_FOUND', 'The address matches no property, or more than one');

const withoutPlace = (): AppError =>
  new AppError('ADDRESS_NOT_FOUND', 'The property at this address has no coordinates on record');
