import { cityKey } from '@plat/records';
import type { Gazetteer } from './gazetteer.ts';
import type { AddressRow } from './ports.ts';

/**
 * Order of rows that share one address key (several parcels at one address): the one with coordinates, then the
 * smallest property id. Autocomplete and resolution both take the first, so they agree on the property.
 */
export const byPreference = (a: AddressRow, b: AddressRow): number =>
  Number(a.latitude === null) - Number(b.latitude === null) || a.property_id - b.property_id;

/** One row per address key, the preferred one, in order of first appearance. */
export function onePerKey(rows: readonly AddressRow[]): AddressRow[] {
  const byKey = new Map<string, AddressRow>();
  for (const row of rows) {
    const key = `${row.region} ${row.address_key}`;
    const known = byKey.get(key);
    if (known === undefined || byPreference(row, known) < 0) byKey.set(key, row);
  }
  return [...byKey.values()];
}

/** Coordinates of an address; without its own, those of its ZIP code or city; null when neither has any. */
export function pointOf(gazetteer: Gazetteer, row: AddressRow): { latitude: number; longitude: number } | null {
  if (row.latitude !== null && row.longitude !== null) return { latitude: row.latitude, longitude: row.longitude };
  return gazetteer.centroid(row.region, cityKey(row.city), row.zip);
}
