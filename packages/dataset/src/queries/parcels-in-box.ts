import { type Box, cellsIn, coverBox } from '../grid.ts';
import type { Dataset } from '../serving-dataset.ts';
import { ofEachRegion } from './of-each-region.ts';

/** A parcel as a map shows it: nothing about its owner. */
export interface MapParcel {
  propertyId: number;
  latitude: number;
  longitude: number;
  /** SFR, MFR, CONDO, MOBILE, LAND or OTHER. */
  propertyType: string;
  /** Line without city; null without an address. */
  addressLine: string | null;
}

/**
 * Parcels in a box, at most `limit`. Of more, those with the lowest ids: ids are hashes, so they are spread evenly,
 * and neighbouring boxes choose alike.
 */
export async function parcelsInBox(dataset: Dataset, box: Box, limit: number): Promise<MapParcel[]> {
  const regions = dataset.regionsWithin(box);
  if (regions.length === 0) return [];
  return dataset.ask<MapParcel>(
    `${ofEachRegion(
      regions,
      (region) => `select property_id as "propertyId", latitude, longitude, property_type as "propertyType",
       address_line as "addressLine"
     from ${dataset.rowsOf('property', region)} property
     where cell = any($1::int[]) and latitude between $2::float8 and $3::float8
       and longitude between $4::float8 and $5::float8`,
    )} order by "propertyId" limit $6::int`,
    [cellsIn(coverBox(box)), box.south, box.north, box.west, box.east, limit],
  );
}
