import type { AddressPrecision, MatchedSubject } from '@plat/contracts';
import type { CompSubject, CompSubjectRecord } from '@plat/dataset';
import { AppError } from '@plat/kit';
import type { RetailCompsPorts } from './ports.ts';

/** Weaker matches are guesses. */
const MIN_CONFIDENCE = 0.6;
const PLACES: Partial<Record<AddressPrecision, string>> = { zip: 'ZIP code', city: 'city' };
const NOT_RESIDENTIAL: ReadonlySet<string> = new Set(['LAND', 'OTHER']);

export interface LocatedSubject extends CompSubjectRecord {
  /** The same property in the form that comps are compared with. */
  subject: CompSubject;
  match: MatchedSubject;
}

/**
 * Finds the property at an address, with its context as of a day (`YYYY-MM-DD`).
 * @throws AppError INVALID_ADDRESS (400) for none or several matches; LOW_ADDRESS_CONFIDENCE (400) for a place
 * without house number, a building without unit or a guess; NON_RESIDENTIAL_PROPERTY_TYPE (400);
 * INSUFFICIENT_COMPARABLE_SALES (404) without coordinates.
 */
export async function locateSubject(
  address: string,
  asOf: string,
  { addresses, properties }: Pick<RetailCompsPorts, 'addresses' | 'properties'>,
  signal: AbortSignal,
): Promise<LocatedSubject> {
  const match = await addresses.resolve(address, signal);
  if (match === null) throw new AppError('INVALID_ADDRESS', NO_MATCH);
  const { match_level: level } = match;
  if (level === null || !match.hasHouseNumber) {
    throw new AppError('LOW_ADDRESS_CONFIDENCE', withoutHouse(match.precision));
  }
  if (match.precision === 'building') {
    throw new AppError('LOW_ADDRESS_CONFIDENCE', 'The address is a building with several units; add the unit');
  }
  if (match.confidence < MIN_CONFIDENCE) {
    throw new AppError('LOW_ADDRESS_CONFIDENCE', 'The address matches no property with enough confidence; check it');
  }
  const { region, property_id: id } = match;
  const record = id === null || region === null ? null : await properties.byId(region, id, asOf, signal);
  if (record === null) throw withoutComps('There is no property on record at this address');
  const { property } = record;
  if (NOT_RESIDENTIAL.has(property.property_type)) {
    throw new AppError('NON_RESIDENTIAL_PROPERTY_TYPE', 'Only residential property can be compared; this is not');
  }
  const { latitude, longitude } = property;
  if (latitude === null || longitude === null) {
    throw withoutComps('The property has no coordinates on record, so sales near it cannot be found');
  }
  return {
    ...record,
    match: { level, address: match.address, propertyId: property.property_id },
    subject: {
      propertyId: property.property_id,
      latitude,
      longitude,
      propertyType: property.property_type,
      buildingKey: property.building_key,
      bedrooms: property.bedrooms,
      bathrooms: property.bathrooms,
      livingSquareFeet: property.living_square_feet,
      lotSquareFeet: property.lot_square_feet,
      yearBuilt: property.year_built,
    },
  };
}

const NO_MATCH = 'The address matches no property, or more than one; check its spelling and add what is missing';

const withoutHouse = (precision: AddressPrecision): string =>
  precision === 'street'
    ? 'The address matches only a street, not a house; add the house number'
    : `The address matches only a ${PLACES[precision] ?? 'place'}, not a house; add the house number and street`;

export const withoutComps = (message: string): AppError => new AppError('INSUFFICIENT_COMPARABLE_SALES', message);
