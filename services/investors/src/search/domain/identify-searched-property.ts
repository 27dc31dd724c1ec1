import type { CountedThing } from '@plat/contracts';
import geohash from 'ngeohash';
import { locatePlace, type SubjectLocation } from './locate-subject.ts';
import type { AddressResolver, PropertyFinder } from './ports.ts';

/** About 38 by 19 m. */
const GEOHASH_CHARACTERS = 8;

/**
 * What a buyer search is counted for: the property of its address, else the one at its point, else the geohash of the
 * point.
 * @throws AppError ADDRESS_NOT_FOUND (404) as the search itself would; UPSTREAM_ERROR (502) of the address service.
 */
export async function identifySearchedProperty(
  location: SubjectLocation,
  { addresses, properties }: { addresses: AddressResolver; properties: Pick<PropertyFinder, 'at'> },
  signal: AbortSignal,
): Promise<CountedThing> {
  const { point, property } = await locatePlace(location, addresses, signal);
  const id = property?.propertyId ?? (await properties.at(point, signal))?.propertyId ?? null;
  const value = id === null ? geohash.encode(point.latitude, point.longitude, GEOHASH_CHARACTERS) : String(id);
  return { kind: 'property', value };
}
