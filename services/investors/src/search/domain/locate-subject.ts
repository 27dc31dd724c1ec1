import type { MatchedSubject } from '@plat/contracts';
import type { Point } from '@plat/dataset';
import { AppError } from '@plat/kit';
import type { Subject, SubjectFacts } from '../../deals/index.ts';
import type { AddressResolver, BuyerSearchPorts, PropertyAtPoint, PropertyFinder, ResolvedAddress } from './ports.ts';
import type { SearchedProperty, SearchedSubject, SubjectLocation } from './searched-subject.ts';

/** The place that a search is about. */
export interface SearchedPlace {
  point: Point;
  /** Null when the search is by coordinates, or its address names no property. */
  property: SearchedProperty | null;
  /** Null when the search is by coordinates. */
  resolved: ResolvedAddress | null;
}

const UNKNOWN_FACTS: SubjectFacts = {
  propertyType: null,
  bedrooms: null,
  bathrooms: null,
  livingSquareFeet: null,
  estimatedValue: null,
};

/**
 * The subject of a search: the property at the address, otherwise the property at the coordinates. The address takes
 * precedence; a mere street, ZIP code or city names no property.
 * @throws AppError ADDRESS_NOT_FOUND (404) when neither leads to a point
 */
export async function locateSubject(
  location: SubjectLocation,
  { addresses, properties }: Pick<BuyerSearchPorts, 'addresses' | 'properties'>,
  signal: AbortSignal,
): Promise<{ facts: Subject; searched: SearchedSubject }> {
  const { point, property, resolved } = await locatePlace(location, addresses, signal);
  const nearest = property === null ? await properties.at(point, signal) : null;
  const facts = property === null ? nearest?.facts : await properties.facts(property.propertyId, signal);
  return {
    facts: { ...point, ...(facts ?? UNKNOWN_FACTS) },
    searched: { point, property, match: matchOf(resolved, nearest) },
  };
}

/**
 * The subject as it is reported before the search runs.
 * @throws AppError ADDRESS_NOT_FOUND (404) when nothing leads to a point
 */
export async function matchSubject(
  location: SubjectLocation,
  { addresses, properties }: Pick<BuyerSearchPorts, 'addresses' | 'properties'>,
  signal: AbortSignal,
): Promise<SearchedSubject & Pick<SearchedPlace, 'resolved'>> {
  const place = await locatePlace(location, addresses, signal);
  const nearest = place.resolved === null ? await properties.at(place.point, signal) : null;
  return { ...place, match: matchOf(place.resolved, nearest) };
}

const matchOf = (resolved: ResolvedAddress | null, nearest: PropertyAtPoint | null): MatchedSubject =>
  resolved === null
    ? { level: 'coordinates', address: nearest?.address ?? null, propertyId: nearest?.propertyId ?? null }
    : { level: resolved.level, address: resolved.address, propertyId: resolved.propertyId };

/** The facts of the property with an id, otherwise of the property at the point. */
export async function subjectAt(
  { latitude, longitude }: Point,
  propertyId: number | null,
  properties: PropertyFinder,
  signal: AbortSignal,
): Promise<Subject> {
  const point = { latitude, longitude };
  const facts =
    propertyId === null ? (await properties.at(point, signal))?.facts : await properties.facts(propertyId, signal);
  return { ...point, ...(facts ?? UNKNOWN_FACTS) };
}

/**
 * The point of a search and the property that its address names; property null when it names none.
 * @throws AppError ADDRESS_NOT_FOUND (404) when nothing leads to a point
 */
export async function locatePlace(
  { address, latitude, longitude }: SubjectLocation,
  addresses: AddressResolver,
  signal: AbortSignal,
): Promise<SearchedPlace> {
  const sent = latitude === null || longitude === null ? null : { latitude, longitude };
  const resolved = address === null ? null : await addresses.resolve(address, signal);
  const point = pointOf(resolved) ?? sent;
  if (point === null) throw notFound(resolved);
  return { point, property: propertyOf(resolved), resolved };
}

function propertyOf(resolved: ResolvedAddress | null): SearchedProperty | null {
  if (resolved === null || resolved.propertyId === null) return null;
  const { propertyId, address, latitude, longitude } = resolved;
  return { propertyId, address, latitude, longitude };
}

function pointOf(resolved: ResolvedAddress | null): Point | null {
  if (resolved === null || resolved.latitude === null || resolved.longitude === null) return null;
  return { latitude: resolved.latitude, longitude: resolved.longitude };
}

const notFound = (resolved: ResolvedAddress | null): AppError =>
  new AppError(
    'ADDRESS_NOT_FOUND',
    resolved === null
      ? 'The address matches no property, or more than one, and no coordinates were sent'
      : 'The property at this address has no coordinates on record; send latitude and longitude with the address',
  );
