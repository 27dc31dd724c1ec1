import { AUTOCOMPLETE_MAX_RESULTS, type AutocompleteResult } from '@plat/contracts';
import {
  type AddressParts,
  cityKey,
  comparableUnit,
  keyAsTyped,
  parseFullAddress,
  parseStreet,
  STATE_CODES,
  streetKeyOf,
  streetNameKeyOf,
  unitKeyOf,
} from '@plat/records';
import { directionalRelation } from './compare-street.ts';
import type { Gazetteer } from './gazetteer.ts';
import { type KeyReading, keyReadings, SKIPPING_SCORE, type SkippingReading, skippingReading } from './key-readings.ts';
import { placeScore, type StreetCandidate, streetCandidates } from './match-score.ts';
import type { AddressIndex, AddressRow, PlaceRow } from './ports.ts';
import { onePerKey, pointOf } from './prefer-row.ts';
import { withoutRuledOut } from './rule-out.ts';

export interface AutocompleteDeps {
  index: AddressIndex;
  gazetteer: () => Gazetteer;
}

const MAX_RESULTS = AUTOCOMPLETE_MAX_RESULTS;
/** Rows read before ranking; several parcels may share one address. */
const ROWS_PER_PREFIX = 40;
const ROWS_OF_HOUSE = 80;
/** With this many results from the plain prefix, skip other spellings of the street. */
const ENOUGH_FROM_PREFIX = 5;
const MAX_STREETS = 12;
/** Fewer letters match too many addresses without a house number. */
const MIN_TYPED_LETTERS = 3;

interface Ranked {
  row: AddressRow;
  /** 0 to 1: fit of street and place. */
  score: number;
}

/**
 * Completes a partial address, at most ten results: the exact house first, then by fit and importance (number of
 * addresses in the city). Tries key prefixes; if there is room, streets that differ by directional, suffix, a typo
 * or an unfinished name; if nothing matches, addresses that contain the typed words in order. One to three SQL
 * statements, four without a house number; such text also matches cities and ZIP codes by their centroid.
 */
export async function completeAddress(
  text: string,
  { index, gazetteer }: AutocompleteDeps,
): Promise<AutocompleteResult[]> {
  const known = gazetteer();
  const parts = parseFullAddress(text, { isCity: known.isCity });
  const places = matchingPlaces(known, text, parts);
  const regions = parts.state !== null && known.regions.includes(parts.state) ? [parts.state] : null;
  const ranked = await matchingAddresses(text, parts, regions, index, known);
  if (ranked.length === 0 && places.length === 0 && parts.houseNumber === null) {
    ranked.push(...(await asTyped(text, index)));
  }
  return toResults(known, places, ranked, parts);
}

/** Addresses that start with the exact text: a lot without a house number and a partly typed street. */
async function asTyped(text: string, index: AddressIndex): Promise<Ranked[]> {
  const typed = keyAsTyped(text);
  if (typed.length < MIN_TYPED_LETTERS) return [];
  return (await index.byPrefixes([typed], ROWS_PER_PREFIX)).map((row) => ({ row, score: 1 }));
}

async function matchingAddresses(
  text: string,
  parts: AddressParts,
  regions: readonly string[] | null,
  index: AddressIndex,
  known: Gazetteer,
): Promise<Ranked[]> {
  const hasLine = streetKeyOf(parts) !== '' || parts.houseNumber !== null;
  if (!hasLine) return [];
  const found: Ranked[] = [];
  let skipping: SkippingReading | null = null;
  if (parts.houseNumber !== null) {
    const readings = keyReadings(text, parts, known);
    const rows = await index.byPrefixes(
      readings.map(({ prefix }) => prefix),
      ROWS_PER_PREFIX,
    );
    for (const row of rows) {
      const score = Math.max(...readings.map((reading) => scoreUnder(reading, row)));
      if (score > 0) found.push({ row, score });
    }
    const isWhole = rows.some((row) => readings.some(({ prefix }) => prefix.trimEnd() === row.address_key));
    if (isWhole || onePerKey(found.map(({ row }) => row)).length >= ENOUGH_FROM_PREFIX) return found;
    if (found.length === 0) skipping = skippingReading(text, parts);
  }
  const candidates = streetCandidates(known, parts, true).slice(0, MAX_STREETS);
  const [onStreets, skipped] = await Promise.all([
    candidates.length === 0 ? [] : onCandidates(parts, candidates, regions, index, known),
    skipping === null ? [] : index.byPrefixes(skipping.prefixes, ROWS_PER_PREFIX, skipping.patterns),
  ]);
  const fitting = skipped.filter((row) => !contradicts(parts, row)).map((row) => ({ row, score: SKIPPING_SCORE }));
  return [...found, ...onStreets, ...fitting];
}

/** True if an address is on the typed street but has another directional; such a house is never offered. */
function contradicts(parts: AddressParts, row: AddressRow): boolean {
  const street = parseStreet(row.street_key);
  return streetNameKeyOf(street) === streetNameKeyOf(parts) && directionalRelation(parts, street) === 'contradicting';
}

/** Drops addresses without the typed directional if another address has it. */
function onOwnStreets(parts: AddressParts, rows: readonly AddressRow[], known: Gazetteer): AddressRow[] {
  const onStreets = rows.flatMap((row) => {
    const street = known.street(row.street_key);
    return street === undefined ? [] : [{ row, street, isMisspelled: false }];
  });
  return withoutRuledOut(parts, onStreets, known).map(({ row }) => row);
}

function scoreUnder({ prefix, score, place }: KeyReading, row: AddressRow): number {
  if (!row.address_key.startsWith(prefix)) return 0;
  return place === null ? score : score * placeScore(place, row, true);
}

async function onCandidates(
  parts: AddressParts,
  candidates: readonly StreetCandidate[],
  regions: readonly string[] | null,
  index: AddressIndex,
  known: Gazetteer,
): Promise<Ranked[]> {
  const scoreOf = new Map(candidates.map(({ street, score }) => [street.streetKey, score]));
  const rows =
    parts.houseNumber === null
      ? await someOfEach(parts, candidates, index)
      : await index.byHouse([...scoreOf.keys()], parts.houseNumber, regions, ROWS_OF_HOUSE);
  const unit = unitKeyOf(parts);
  return onOwnStreets(parts, rows, known).flatMap((row): Ranked[] => {
    const place = placeScore(parts, row, true);
    const fitsUnit =
      unit === null || (row.unit_key !== null && comparableUnit(row.unit_key).startsWith(comparableUnit(unit)));
    const score = place * (scoreOf.get(row.street_key) ?? 0);
    return score > 0 && fitsUnit ? [{ row, score }] : [];
  });
}

/** Without a house number: a few addresses of each matching street and place. */
async function someOfEach(
  parts: AddressParts,
  candidates: readonly StreetCandidate[],
  index: AddressIndex,
): Promise<AddressRow[]> {
  const streetSections = candidates
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
    streetSections.map(({ row }) =>
      index.onStreet(
        { region: row.region, streetKey: row.street_key, cityKey: row.city_key, zip: row.zip },
        MAX_RESULTS,
      ),
    ),
  );
  return rows.flat();
}

/** Cities and ZIP codes that start as typed, otherwise cities with one typo. */
function matchingPlaces(known: Gazetteer, text: string, parts: AddressParts): PlaceRow[] {
  const digits = text.trim();
  if (/^\d{3,5}$/.test(digits)) return known.placesBeginning(digits, null, MAX_RESULTS);
  if (parts.houseNumber !== null) return [];
  const whole = cityKey(text.replace(/,.*$/, ''));
  const asked = streetKeyOf(parts) === '' ? (cityKey(parts.city) ?? '') : (whole ?? '');
  if (parts.zip !== null && streetKeyOf(parts) === '') return [...known.zip(parts.zip)];
  if (asked.length < 2) return [];
  // OH may be the start of Ohio: a state alone names no city.
  if (STATE_CODES.has(asked)) return [];
  const begun = known.placesBeginning(asked, parts.state, MAX_RESULTS);
  if (begun.length > 0) return begun;
  return known
    .citiesNear(asked)
    .flatMap((key) => [...known.city(key)])
    .filter((place) => parts.state === null || place.region === parts.state);
}

/** Order: places, the exact house, the better fit, a building before its units, the larger place. */
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
