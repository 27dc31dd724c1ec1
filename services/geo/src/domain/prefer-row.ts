import { cityKey } from '@plat/records';
import type { Gazetteer } from './gazetteer.ts';
import type { AddressRow } from './ports.ts';

/**
 * Order of parcels with the same address key: coordinates first, then the smallest property id. Autocomplete and
 * resolution both take the first, so they agree on the property.
 */
export const byPreference = (a: AddressRow, b: AddressRow): number =>
  Number(a.latitude === null) - Number(b.latitude === null) || a.property_id - b.property_id;

/** The preferred row per address key, in order of first appearance. */
export function onePerKey(rows: readonly AddressRow[]): AddressRow[] {
  const byKey = new Map<string, AddressRow>();
  for (const row of rows) {
    const key = `${row.region} ${row.address_key}`;
    const known = byKey.get(key);
    if (known === undefined || byPreference(row, known) < 0) byKey.set(key, row);
  }
  return [...byKey.values()];
}

/** Coordinates of an address, otherwise of its ZIP code or city; null without any. */
export function pointOf(gazetteer: Gazetteer, row: AddressRow): { latitude: number; longitude: number } | null {
  if (row.latitude !== null && row.longitude !== null) return { latitude: row.latitude, longitude: row.longitude };
  return gazetteer.centroid(row.region, cityKey(row.city), row.zip);
}
