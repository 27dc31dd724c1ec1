import type { ResolvedAddress } from '@plat/contracts';
import {
  type AddressParts,
  addressKey,
  cityKey,
  comparableUnit,
  parseFullAddress,
  streetKeyOf,
  unitKeyOf,
} from '@plat/market';
import type { Gazetteer } from './gazetteer.ts';
import { placeScore, streetCandidates } from './match-score.ts';
import type { AddressIndex, AddressRow, Geocoder, PlaceRow } from './ports.ts';
import { byPreference, onePerKey } from './prefer-row.ts';

export interface ResolveDeps {
  index: AddressIndex;
  gazetteer: () => Gazetteer;
  /** Asked when the dataset has no such house; null without one. */
  geocoder: Geocoder | null;
}

/** A street that is known while the house number asked for is not. */
const HOUSE_UNKNOWN_CONFIDENCE = 0.4;
const STREET_ONLY_CONFIDENCE = 0.8;
/** A city name that several states have: the largest is taken. */
const AMBIGUOUS_PLACE_CONFIDENCE = 0.6;
/** Equally good matches farther apart than this are no answer; closer ones stand for each other. */
const TIE_DISTANCE_DEGREES = 0.008;
const TIE_FACTOR = 0.6;
const MAX_STREETS = 24;
const MAX_ROWS = 400;

/**
 * The best match of a full address, or null. An exact canonical address always resolves to its property with confidence
 * 1. A unit that is not on record never collapses to its building's property: precision `building` has coordinates but
 * no property id. Where several addresses fit equally well and lie apart, nothing is guessed.
 * @throws AppError UPSTREAM_ERROR (502) when the upstream geocoder was needed and failed.
 */
export async function resolveAddress(
  text: string,
  deps: ResolveDeps,
  signal?: AbortSignal,
): Promise<ResolvedAddress | null> {
  const known = deps.gazetteer();
  const plain = parseFullAddress(text);
  const informed = parseFullAddress(text, { isCity: known.isCity });
  const hasLine = streetKeyOf(informed) !== '' || informed.houseNumber !== null;
  if (!hasLine) return placeMatch(known, informed);

  const exact = await exactMatch([plain, informed], deps.index);
  if (exact !== null) return exact;
  const house = informed.houseNumber === null ? null : await houseMatch(informed, deps.index, known);
  if (house !== null) return house;
  if (informed.houseNumber !== null && deps.geocoder !== null) {
    const geocoded = await deps.geocoder.geocode(text, signal);
    if (geocoded !== null) return { ...geocoded, property_id: null, precision: 'upstream' };
  }
  return (await streetMatch(informed, deps.index, known)) ?? placeWithoutStreet(known, informed);
}

async function exactMatch(readings: readonly AddressParts[], index: AddressIndex): Promise<ResolvedAddress | null> {
  const keys = [...new Set(readings.map(addressKey))];
  const rows = onePerKey(await index.byKeys(keys, null));
  const row = rows[0];
  // The same line in two regions: only a state in the key could tell, and there was none.
  if (row === undefined || rows.length > 1) return null;
  return propertyMatch(row, 1);
}

/** Coordinates are the property's own: a centroid would put a search in the wrong street. */
function propertyMatch(row: AddressRow, confidence: number): ResolvedAddress {
  return {
    address: row.address,
    property_id: row.property_id,
    region: row.region,
    latitude: row.latitude,
    longitude: row.longitude,
    confidence: rounded(confidence),
    precision: 'property',
  };
}

/** The house on its street, on one with other directionals or suffix, or on one misspelled. */
async function houseMatch(parts: AddressParts, index: AddressIndex, known: Gazetteer): Promise<ResolvedAddress | null> {
  const candidates = streetCandidates(known, parts, false).slice(0, MAX_STREETS);
  if (candidates.length === 0) return null;
  const scoreOf = new Map(candidates.map(({ street, score }) => [street.streetKey, score]));
  const regions = parts.state !== null && known.regions.includes(parts.state) ? [parts.state] : null;
  const rows = await index.byHouse([...scoreOf.keys()], parts.houseNumber as string, regions, MAX_ROWS);
  const scored = rows
    .map((row) => ({ row, score: (scoreOf.get(row.street_key) ?? 0) * placeScore(parts, row, false) }))
    .filter(({ score }) => score > 0);
  const best = Math.max(0, ...scored.map(({ score }) => score));
  if (best === 0) return null;
  const top = scored.filter(({ score }) => score === best).map(({ row }) => row);
  const buildings = new Set(top.map((row) => `${row.region} ${row.street_key} ${cityKey(row.city)} ${row.zip}`));
  if (buildings.size > 1 && !liesTogether(top)) return null;
  const confidence = buildings.size > 1 ? best * TIE_FACTOR : best;
  return withinBuilding(parts, top, confidence);
}

/** The unit asked for among the rows of one house. */
function withinBuilding(parts: AddressParts, rows: readonly AddressRow[], confidence: number): ResolvedAddress | null {
  const unit = unitKeyOf(parts);
  const wanted = unit === null ? null : comparableUnit(unit);
  const fits = rows.filter((row) => (row.unit_key === null ? null : comparableUnit(row.unit_key)) === wanted);
  const row = onePerKey(fits).sort(byPreference)[0];
  if (row !== undefined) return propertyMatch(row, confidence);
  const building = [...rows].sort(byPreference)[0];
  if (building === undefined) return null;
  return {
    ...propertyMatch(building, confidence),
    address: withoutUnit(building),
    property_id: null,
    precision: 'building',
  };
}

function withoutUnit(row: AddressRow): string {
  const comma = row.address.indexOf(',');
  const line = comma < 0 ? row.address : row.address.slice(0, comma);
  const rest = comma < 0 ? '' : row.address.slice(comma);
  const unitWords = row.unit_key === null ? 0 : row.unit_key.split(' ').length;
  return unitWords === 0 ? row.address : line.split(' ').slice(0, -unitWords).join(' ') + rest;
}

function liesTogether(rows: readonly AddressRow[]): boolean {
  const points = rows.filter((row) => row.latitude !== null && row.longitude !== null);
  if (points.length < rows.length) return false;
  const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
  return (
    spread(points.map((row) => row.latitude as number)) <= TIE_DISTANCE_DEGREES &&
    spread(points.map((row) => row.longitude as number)) <= TIE_DISTANCE_DEGREES
  );
}

/** A street whose house is not asked for or not known: the middle of some of its addresses. */
async function streetMatch(
  parts: AddressParts,
  index: AddressIndex,
  known: Gazetteer,
): Promise<ResolvedAddress | null> {
  const stretches = streetCandidates(known, parts, false)
    .flatMap(({ street, score }) =>
      street.rows.map((row) => ({
        row,
        score: score * placeScore(parts, { region: row.region, city: row.city_key, zip: row.zip }, false),
      })),
    )
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.row.address_count - a.row.address_count);
  const best = stretches[0];
  const asksPlace = parts.city !== null || parts.zip !== null;
  if (best === undefined || (!asksPlace && stretches.length > 1)) return null;
  const { row } = best;
  const rows = await index.onStreet(
    { region: row.region, streetKey: row.street_key, cityKey: row.city_key, zip: row.zip },
    100,
  );
  const middle = rows.filter((one) => one.latitude !== null)[
    Math.floor(rows.filter((one) => one.latitude !== null).length / 2)
  ];
  if (middle === undefined) return null;
  const base = parts.houseNumber === null ? STREET_ONLY_CONFIDENCE : HOUSE_UNKNOWN_CONFIDENCE;
  return {
    address: withoutUnit(middle).replace(/^\S+(?: \d\/\d)? /, ''),
    property_id: null,
    region: row.region,
    latitude: middle.latitude,
    longitude: middle.longitude,
    confidence: rounded(base * best.score),
    precision: 'street',
  };
}

/** A city whose name reads like a street (`Park Hill`), when no street of that name is known. */
function placeWithoutStreet(known: Gazetteer, parts: AddressParts): ResolvedAddress | null {
  if (parts.houseNumber !== null || parts.city !== null || parts.zip !== null) return null;
  const rows = known.city(streetKeyOf(parts)).filter((row) => parts.state === null || row.region === parts.state);
  return rows.length === 0 ? null : ofPlace(rows, 'city', 1);
}

function placeMatch(known: Gazetteer, parts: AddressParts): ResolvedAddress | null {
  if (parts.zip !== null) {
    const rows = known.zip(parts.zip);
    if (rows.length > 0) return ofPlace(rows, 'zip', 1);
  }
  const key = cityKey(parts.city);
  if (key === null) return null;
  const inState = (rows: readonly PlaceRow[]) =>
    rows.filter((row) => parts.state === null || row.region === parts.state);
  const rows = inState(known.city(key));
  if (rows.length > 0) return ofPlace(rows, 'city', 1);
  const near = known.citiesNear(key).flatMap((city) => inState(known.city(city)));
  return near.length === 1 ? ofPlace(near, 'city', 0.85) : null;
}

function ofPlace(rows: readonly PlaceRow[], precision: 'city' | 'zip', confidence: number): ResolvedAddress {
  const row = rows.toSorted(
    (a, b) => b.address_count - a.address_count || a.region.localeCompare(b.region),
  )[0] as PlaceRow;
  return {
    address: row.label,
    property_id: null,
    region: row.region,
    latitude: row.latitude,
    longitude: row.longitude,
    confidence: rounded(rows.length === 1 ? confidence : confidence * AMBIGUOUS_PLACE_CONFIDENCE),
    precision,
  };
}

const rounded = (confidence: number): number => Math.round(confidence * 1000) / 1000;
