import { createHash } from 'node:crypto';

/**
 * The stable number of a parcel: the first 13 hexadecimal digits of md5(`region|parcel_id`). Equals
 * `stableIdSql(region, 'parcel_id')` in the working tables.
 */
export function propertyId(region: string, parcelId: string): number {
  return Number.parseInt(createHash('md5').update(`${region}|${parcelId}`).digest('hex').slice(0, 13), 16);
}
