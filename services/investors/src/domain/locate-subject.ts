import { AppError } from '@plat/kit';
import type { Point, Subject, SubjectFacts } from './deal.ts';
import type { AddressResolver, BuyerSearchPorts, PropertyFinder, ResolvedAddress } from './ports.ts';

/** Where a request says that the subject is: an address, a point or both. */
export interface SubjectLocation {
  address: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** The property that an address names, with its own coordinates: those that a caller sends are no fact about it. */
export interface SearchedProperty {
  propertyId: number;
  /** Canonical form. */
  address: string;
  latitude: number | null;
  longitude: number | null;
}

/** What a search is about. */
export interface SearchedSubject {
  point: Point;
  /** Null when the search is by coordinates, or its address names no property. */
  property: SearchedProperty | null;
}

const UNKNOWN_FACTS: SubjectFacts = {
  propertyType: null,
  bedrooms: null,
  bathrooms: null,
  livingSquareFeet: null,
  estimatedValue: null,
};

/**
 * The subject of a search: the property at the address, else the one at the coordinates. The address wins when both
 * are sent; one that names only a street, a ZIP code or a city names no property.
 * @throws AppError ADDRESS_NOT_FOUND (404) when neither leads to a point.
 */
export async function locateSubject(
  location: SubjectLocation,
  { addresses, properties }: Pick<BuyerSearchPorts, 'addresses' | 'properties'>,
  signal: AbortSignal,
): Promise<{ facts: Subject; searched: SearchedSubject }> {
  const searched = await locatePlace(location, addresses, signal);
  const { point, property } = searched;
  return { facts: await subjectAt(point, property?.propertyId ?? null, properties, signal), searched };
}

/** What is known of the property with an id, else of the one at the point. */
export async function subjectAt(
  { latitude, longitude }: Point,
  propertyId: number | null,
  properties: PropertyFinder,
  signal: AbortSignal,
): Promise<Subject> {
  const point = { latitude, longitude };
  const facts =
    propertyId === null ? await properties.factsAt(point, signal) : await properties.facts(propertyId, signal);
  return { ...point, ...(facts ?? UNKNOWN_FACTS) };
}

/**
 * Where a search is about, and which property its address names; null when it names none.
 * @throws AppError ADDRESS_NOT_FOUND (404) when nothing leads to a point.
 */
export async function locatePlace(
  { address, latitude, longitude }: SubjectLocation,
  addresses: AddressResolver,
  signal: AbortSignal,
): Promise<SearchedSubject> {
  const sent = latitude === null || longitude === null ? null : { latitude, longitude };
  const resolved = address === null ? null : await addresses.resolve(address, signal);
  const point = pointOf(resolved) ?? sent;
  if (point === null) throw notFound(resolved);
  return { point, property: propertyOf(resolved) };
}

function propertyOf(resolved: ResolvedAddress | null): SearchedProperty | null {
  if (resolved === null || resolved.propertyId === null) return null;
  return { ...resolved, propertyId: resolved.propertyId };
}

function pointOf(resolved: ResolvedAddress | null): Point | null {
  if (resolved === null || resolved.latitude === null || resolved.longitude === null) return null;
  return { latitude: resolved.latitude, longitude: resolved.longitude };
}

const notFound = (resolved: ResolvedAddress | null): AppError =>
  new AppError(
    'ADDRESS_NOT_FOUND',
    resolved === null
      ? 'The address does not match a property, and no coordinates were sent'
      : 'The property at this address has no coordinates on record; send latitude and longitude with the address',
  );
