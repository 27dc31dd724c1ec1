import type { UsageSubject } from '@plat/contracts';
import geohash from 'ngeohash';
import { locatePlace } from './locate-subject.ts';
import type { AddressResolver, PropertyFinder, ResolvedAddress } from './ports.ts';
import type { SubjectLocation } from './searched-subject.ts';

/** About 38 by 19 m. */
const GEOHASH_CHARACTERS = 8;

export interface IdentifiedProperty {
  usageSubject: UsageSubject;
  /** The resolved address; null when it matches nothing, or the search is by coordinates. */
  resolved: ResolvedAddress | null;
}

/**
 * The usage subject of a buyer search: the property of its address, otherwise the property at its point, otherwise the
 * geohash of the point.
 * @throws AppError ADDRESS_NOT_FOUND (404) as the search itself would; UPSTREAM_ERROR (502) of the address service.
 */
export async function identifySearchedProperty(
  location: SubjectLocation,
  { addresses, properties }: { addresses: AddressResolver; properties: Pick<PropertyFinder, 'at'> },
  signal: AbortSignal,
): Promise<IdentifiedProperty> {
  const { point, property, resolved } = await locatePlace(location, addresses, signal);
  const id = property?.propertyId ?? (await properties.at(point, signal))?.propertyId ?? null;
  const value = id === null ? geohash.encode(point.latitude, point.longitude, GEOHASH_CHARACTERS) : String(id);
  return { usageSubject: { kind: 'property', value }, resolved };
}
