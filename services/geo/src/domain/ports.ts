import type { DatasetRow } from '@plat/dataset';

/** One row of `market.address`. */
export type AddressRow = DatasetRow<'address'>;
export type StreetRow = DatasetRow<'street'>;
export type PlaceRow = DatasetRow<'place'>;

/** The dataset's addresses by their indexed keys. `regions` null asks all of them. */
export interface AddressIndex {
  /**
   * Addresses whose key starts with one of the prefixes, at most `limitEach` of each in key order; an address under two
   * prefixes comes twice. With `patterns`, only those whose key is LIKE one of them. One statement.
   */
  byPrefixes(prefixes: readonly string[], limitEach: number, patterns?: readonly string[]): Promise<AddressRow[]>;
  /** Addresses with one of these keys. */
  byKeys(keys: readonly string[], regions: readonly string[] | null): Promise<AddressRow[]>;
  /** Addresses with this house number on one of these streets, units included. */
  byHouse(
    streetKeys: readonly string[],
    houseNumber: string,
    regions: readonly string[] | null,
    limit: number,
  ): Promise<AddressRow[]>;
  /** Some addresses of a street; city in upper case or ZIP narrow it when not null. */
  onStreet(street: StreetOfPlace, limit: number): Promise<AddressRow[]>;
}

export interface StreetOfPlace {
  region: string;
  streetKey: string;
  cityKey: string | null;
  zip: string | null;
}

/** What another geocoder knows of an address. */
export interface GeocodedAddress {
  address: string;
  latitude: number;
  longitude: number;
  /** 0 to 1. */
  confidence: number;
  region: string | null;
}

export interface Geocoder {
  /** @throws AppError UPSTREAM_ERROR (502) when it cannot be reached or read. */
  geocode(address: string, signal?: AbortSignal): Promise<GeocodedAddress | null>;
}
