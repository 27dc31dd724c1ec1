import type { ResolvedAddress } from '@plat/contracts';
import { type AddressParts, addressKey, parseFullAddress } from '@plat/records';
import type { Gazetteer } from './gazetteer.ts';
import { isSameHouse, matchHouse, propertyMatch } from './match-house.ts';
import type { AddressIndex, Geocoder } from './ports.ts';
import { onePerKey } from './prefer-row.ts';
import { resolvePlace } from './resolve-place.ts';

export interface ResolveDeps {
  index: AddressIndex;
  gazetteer: () => Gazetteer;
  /** Fallback for houses missing from the dataset; null without one. */
  geocoder: Geocoder | null;
}

/**
 * Resolves an address to one property, building or place; null for none or several. A canonical address always
 * resolves to its own property with confidence 1. A building without the unit has coordinates but no property id.
 * @throws AppError UPSTREAM_ERROR (502) if the upstream geocoder was needed and failed.
 */
export async function resolveAddress(
  text: string,
  deps: ResolveDeps,
  signal?: AbortSignal,
): Promise<ResolvedAddress | null> {
  const known = deps.gazetteer();
  const parts = parseFullAddress(text, { isCity: known.isCity });
  const recorded = await asRecorded([parseFullAddress(text), parts], deps.index);
  if (recorded !== null) return recorded;
  if (parts.houseNumber === null) return resolvePlace(parts, deps.index, known);
  const house = await matchHouse(parts, deps.index, known);
  if (house.kind === 'found') return house.match;
  return house.kind === 'unknown' ? geocoded(text, parts, deps.geocoder, signal) : null;
}

/** The property with exactly this canonical address. */
async function asRecorded(readings: readonly AddressParts[], index: AddressIndex): Promise<ResolvedAddress | null> {
  const keys = [...new Set(readings.map(addressKey))].filter((key) => key !== '');
  if (keys.length === 0) return null;
  const rows = onePerKey(await index.byKeys(keys, null));
  const row = rows[0];
  // The same line in two regions: the text has no state to decide.
  return row === undefined || rows.length > 1 ? null : propertyMatch(row, 1, 'exact');
}

/** A house from another geocoder; a guess at another house is discarded. */
async function geocoded(
  text: string,
  parts: AddressParts,
  geocoder: Geocoder | null,
  signal?: AbortSignal,
): Promise<ResolvedAddress | null> {
  if (geocoder === null) return null;
  const found = await geocoder.geocode(text, signal);
  if (found === null || !isSameHouse(parts, parseFullAddress(found.address))) return null;
  return { ...found, property_id: null, precision: 'upstream', match_level: 'geocoded' };
}
