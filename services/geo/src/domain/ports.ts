import type { DatasetRow } from '@plat/dataset';

/** One row of `market.address`. */
export type AddressRow = DatasetRow<'address'>;
export type StreetRow = DatasetRow<'street'>;
export type PlaceRow = DatasetRow<'place'>;

export type { AddressIndex } from '@plat/dataset';

/** An address from another geocoder. */
export interface GeocodedAddress {
  address: string;
  latitude: number;
  longitude: number;
  /** 0 to 1. */
  confidence: number;
  region: string | null;
}

export interface Geocoder {
  /** @throws AppError UPSTREAM_ERROR (502) if it is unreachable or its response is unreadable. */
  geocode(address: string, signal?: AbortSignal): Promise<GeocodedAddress | null>;
}
