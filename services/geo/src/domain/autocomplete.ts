import { AUTOCOMPLETE_MAX_RESULTS, type AutocompleteResult } from '@plat/contracts';
import {
  type AddressParts,
  addressKey,
  cityKey,
  comparableUnit,
  parseFullAddress,
  STATE_CODES,
  streetKeyOf,
  unitKeyOf,
} from '@plat/market';
import type { Gazetteer } from './gazetteer.ts';
import { placeScore, type StreetCandidate, streetCandidates } from './match-score.ts';
import type { AddressIndex, AddressRow, PlaceRow } from './ports.ts';
import { onePerKey, pointOf } from './prefer-row.ts';

export interface AutocompleteDeps {
  index: AddressIndex;
  gazetteer: () => Gazetteer;
}

const MAX_RESULTS = AUTOCOMPLETE_MAX_RESULTS;
/** Rows read before ranking; several parcels may share one address. */
const ROWS_PER_QUERY = 40;
/** With this many answers from the plain prefix, other spellings of the street are not looked for. */
const ENOUGH_FROM_PREFIX = 5;
const MAX_STREETS = 12;

interface Ranked {
  row: AddressRow;
  /** 0 to 1: how well street and place fit. */
  score: number;
}

/**
 * Full addresses for a partial one, at most ten: the exact house first, then by fit and importance (addresses in
 * its city). A key prefix is tried first; when it leaves room, streets that differ by directional, suffix, one typing error
 * or an unfinished name. Text without a house number also matches cities and ZIP codes, which come with their centroid.
 */
export async function completeAddress(
  text: string,
  { index, gazetteer }: AutocompleteDeps,
): Promise<AutocompleteResult[]> {
  const known = gazetteer();
  const parts = parseFullAddress(text, { isCity: known.isCity });
  const places = matchingPlaces(known, text, parts);
  const regions = parts.state !== null && known.regions.includes(parts.state) ? [parts.state] : null;
  const ranked = await matchingAddresses(parts, regions, index, known);
  return toResults(known, places, ranked, parts);
}

async function matchingAddresses(
  parts: AddressParts,
  regions: readonly string[] | null,
  index: AddressIndex,
  known: Gazetteer,
): Promise<Ranked[]> {
  const hasLine = streetKeyOf(parts) !== '' || parts.houseNumber !== null;
  if (!hasLine) return [];
  const found: Ranked[] = [];
  if (parts.houseNumber !== null) {
    const { prefixes, place } = keyPrefixes(parts);
    const rows = (await Promise.all(prefixes.map((prefix) => index.byPrefix(prefix, null, ROWS_PER_QUERY)))).flat();
    for (const row of rows) {
      const score = placeScore(place, row, true);
      if (score > 0) found.push({ row, score });
    }
    const isWhole = rows.some((row) => prefixes.includes(row.address_key));
    if (isWhole || onePerKey(found.map(({ row }) => row)).length >= ENOUGH_FROM_PREFIX) return found;
  }
  const candidates = streetCandidates(known, parts, true).slice(0, MAX_STREETS);
  if (candidates.length > 0) found.push(...(await onCandidates(parts, candidates, regions, index)));
  return found;
}

/**
 * Key beginnings that the text may stand for, and the part of its place that they do not hold yet: a key goes on with
 * the city, so a ZIP code without one is compared afterwards. A lone WEST may be the beginning of W MAIN ST.
 */
function keyPrefixes(parts: AddressParts): { prefixes: string[]; place: AddressParts } {
  const zipWithoutCity = parts.city === null && parts.zip !== null;
  const prefixes = [addressKey(zipWithoutCity ? { ...parts, state: null, zip: null } : parts)];
  const lone = parts.streetName === null ? undefined : LONE_DIRECTIONALS.get(parts.streetName);
  if (lone !== undefined && parts.suffix === null) prefixes.push(`${parts.houseNumber} ${lone} `);
  return { prefixes, place: zipWithoutCity ? parts : { ...parts, city: null, state: null, zip: null } };
}

const LONE_DIRECTIONALS: ReadonlyMap<string, string> = new Map([
  ['NORTH', 'N'],
  ['SOUTH', 'S'],
  ['EAST', 'E'],
  ['WEST', 'W'],
  ['NORTHEAST', 'NE'],
  ['NORTHWEST', 'NW'],
  ['SOUTHEAST', 'SE'],
  ['SOUTHWEST', 'SW'],
]);

async function onCandidates(
  parts: AddressParts,
  candidates: readonly StreetCandidate[],
  regions: readonly string[] | null,
  index: AddressIndex,
): Promise<Ranked[]> {
  const scoreOf = new Map(candidates.map(({ street, score }) => [street.streetKey, score]));
  const rows =
    parts.houseNumber === null
      ? await someOfEach(parts, candidates, index)
      : await index.byHouse([...scoreOf.keys()], parts.houseNumber, regions, ROWS_PER_QUERY * 2);
  const unit = unitKeyOf(parts);
  return rows.flatMap((row): Ranked[] => {
    const place = placeScore(parts, row, true);
    const fitsUnit =
      unit === null || (row.unit_key !== null && comparableUnit(row.unit_key).startsWith(comparableUnit(unit)));
    const score = place * (scoreOf.get(row.street_key) ?? 0);
    return score > 0 && fitsUnit ? [{ row, score }] : [];
  });
}

/** Without a house number: a few addresses of each fitting street and place. */
async function someOfEach(
  parts: AddressParts,
  candidates: readonly StreetCandidate[],
  index: AddressIndex,
): Promise<AddressRow[]> {
  const stretches = candidates
    .flatMap(({ street, score }) =>
      street.rows.map((row) => ({
        row,
        score: score * placeScore(parts, { region: row.region, city: row.city_key, zip: row.zip }, true),
      })),
    )
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.row.address_count - a.row.address_count)
    .slice(0, 3);
  const rows = await Promise.all(
    stretches.map(({ row }) =>
      index.onStreet(
        { region: row.region, streetKey: row.street_key, cityKey: row.city_key, zip: row.zip },
        MAX_RESULTS,
      ),
    ),
  );
  return rows.flat();
}

/** Cities and ZIP codes that begin as typed, else cities one typing error away. */
function matchingPlaces(known: Gazetteer, text: string, parts: AddressParts): PlaceRow[] {
  const digits = text.trim();
  if (/^\d{3,5}$/.test(digits)) return known.placesBeginning(digits, null, MAX_RESULTS);
  if (parts.houseNumber !== null) return [];
  const whole = cityKey(text.replace(/,.*$/, ''));
  const asked = streetKeyOf(parts) === '' ? (cityKey(parts.city) ?? '') : (whole ?? '');
  if (parts.zip !== null && streetKeyOf(parts) === '') return [...known.zip(parts.zip)];
  if (asked.length < 2) return [];
  // Ohio is typed as OH: a state alone names no city.
  if (STATE_CODES.has(asked)) return [];
  const begun = known.placesBeginning(asked, parts.state, MAX_RESULTS);
  if (begun.length > 0) return begun;
  return known
    .citiesNear(asked)
    .flatMap((key) => [...known.city(key)])
    .filter((place) => parts.state === null || place.region === parts.state);
}

/** Places first, then the exact house, the better fit, the building before its units, the larger place. */
function toResults(
  known: Gazetteer,
  places: readonly PlaceRow[],
  ranked: readonly Ranked[],
  parts: AddressParts,
): AutocompleteResult[] {
  const keyOf = (row: AddressRow): string => `${row.region} ${row.address_key}`;
  const best = new Map<string, number>();
  for (const { row, score } of ranked) best.set(keyOf(row), Math.max(score, best.get(keyOf(row)) ?? 0));
  const importance = (row: AddressRow): number => known.importance(row.region, cityKey(row.city), row.zip);
  const ordered = onePerKey(ranked.map(({ row }) => row))
    .map((row) => ({
      row,
      order: [
        row.house_number === parts.houseNumber ? 0 : 1,
        -(best.get(keyOf(row)) ?? 0),
        row.unit_key === null ? 0 : 1,
        -importance(row),
      ],
    }))
    .sort((a, b) => compareInTurn(a.order, b.order) || (a.row.address_key < b.row.address_key ? -1 : 1));
  const results = places.map(({ label, latitude, longitude }) => ({ address: label, latitude, longitude }));
  const seen = new Set(results.map(({ address }) => address));
  for (const { row } of ordered) {
    if (results.length >= MAX_RESULTS) break;
    const point = pointOf(known, row);
    if (point === null || seen.has(row.address)) continue;
    seen.add(row.address);
    results.push({ address: row.address, ...point });
  }
  return results.slice(0, MAX_RESULTS);
}

function compareInTurn(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) if (value !== b[at]) return value - (b[at] as number);
  return 0;
}
