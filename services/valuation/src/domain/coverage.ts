import type { CountyCoverage, CoverageLocation, ResolvedAddress } from '@plat/contracts';
import type { DatedCounty, Point } from '@plat/dataset';
import { round } from '@plat/kit';
import type { AddressResolver } from './ports.ts';

export interface CountyBook {
  all(asOf: string, signal: AbortSignal): Promise<DatedCounty[]>;
  at(point: Point, asOf: string, signal: AbortSignal): Promise<DatedCounty | null>;
  /** The county of a property. */
  of(region: string, propertyId: number, asOf: string, signal: AbortSignal): Promise<DatedCounty | null>;
  /** Share of the county's buyers with a phone number, 0 to 1. */
  phoneShare(county: DatedCounty, signal: AbortSignal): Promise<number>;
}

export interface FoundCounties {
  counties: DatedCounty[];
  /** The match of the request's address; null without an address or match. */
  match: ResolvedAddress | null;
}

/**
 * All counties, or the one at a location; none for an address without a match.
 * @param asOf the as-of day, `YYYY-MM-DD`
 * @throws AppError UPSTREAM_ERROR (502) if addresses cannot be resolved.
 */
export async function findCounties(
  location: CoverageLocation,
  asOf: string,
  { book, addresses }: { book: CountyBook; addresses: AddressResolver },
  signal: AbortSignal,
): Promise<FoundCounties> {
  if (location === null) return { counties: await book.all(asOf, signal), match: null };
  if (!('address' in location)) return { counties: listOf(await book.at(location, asOf, signal)), match: null };
  const match = await addresses.resolve(location.address, signal);
  if (match === null) return { counties: [], match };
  const { region, property_id: id, latitude, longitude } = match;
  if (latitude !== null && longitude !== null) {
    return { counties: listOf(await book.at({ latitude, longitude }, asOf, signal)), match };
  }
  return { counties: id === null || region === null ? [] : listOf(await book.of(region, id, asOf, signal)), match };
}

const listOf = (county: DatedCounty | null): DatedCounty[] => (county === null ? [] : [county]);

/** @param phoneShare share of the county's buyers with a phone number, 0 to 1 */
export const countyItem = (county: DatedCounty, phoneShare: number): CountyCoverage => ({
  fips: county.fips,
  county: county.name,
  state: county.state,
  records_from: county.records_from,
  records_through: county.records_through,
  properties: county.properties,
  sales: county.sales,
  flips: county.flips,
  rentals: county.rentals,
  buyers: county.buyers,
  share_with_price: round(county.share_with_price, 4),
  share_with_owner: round(county.share_with_owner, 4),
  share_with_coordinates: round(county.share_with_coordinates, 4),
  share_with_phone: round(phoneShare, 4),
  sources: county.sources,
  imported_at: county.imported_at,
});
