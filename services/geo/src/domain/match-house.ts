import type { AddressMatchLevel, ResolvedAddress } from '@plat/contracts';
import { type AddressParts, cityKey, comparableUnit, streetKeyOf, streetNameKeyOf, unitKeyOf } from '@plat/records';
import { placeCorrections } from './compare-place.ts';
import { compareFits, directionalRelation, type Fit, fitOfStreet } from './compare-street.ts';
import type { Gazetteer, KnownStreet } from './gazetteer.ts';
import type { AddressIndex, AddressRow } from './ports.ts';
import { byPreference, onePerKey } from './prefer-row.ts';
import { type RowOnStreet, withoutRuledOut } from './rule-out.ts';

/** With more corrections it is another address. */
const MAX_CORRECTIONS = 3;
/** With more streets or rows, a single match is not credible. */
const MAX_CANDIDATE_STREETS = 300;
const MAX_ROWS = 3_000;
const CONFIDENCE_PER_CORRECTION = 0.1;
const CONFIDENCE_OF_LEFT_OUT = 0.95;

/** `refused`: several properties match, or the building lacks the unit. `unknown`: no property matches. */
export type HouseOutcome = { kind: 'found'; match: ResolvedAddress } | { kind: 'refused' } | { kind: 'unknown' };

interface FittingRow extends RowOnStreet {
  fit: Fit;
}

/** A match at one building: a property, the building, or a unit without a record (`row` null). */
interface AtBuilding {
  row: AddressRow | null;
  isBuilding: boolean;
  fit: Fit;
}

/**
 * Finds the property or building for a house number and street. A directional that contradicts the record never
 * matches. Omissions, and then errors, are accepted only if one property fits best.
 */
export async function matchHouse(parts: AddressParts, index: AddressIndex, known: Gazetteer): Promise<HouseOutcome> {
  const name = streetNameKeyOf(parts);
  const named = await rowsOnStreets(parts, withEdits(known.streetsNamed(name), 0), index, known);
  if (named === 'too many') return { kind: 'refused' };
  const asWritten = decide(parts, withoutRuledOut(parts, named, known));
  if (asWritten.kind !== 'unknown' && asWritten.corrections === 0) return asWritten.outcome;
  const nearStreets = known
    .namesNear(name)
    .flatMap(({ name: near, edits }) => withEdits(known.streetsNamed(near), edits));
  const near = await rowsOnStreets(parts, nearStreets, index, known);
  if (near === 'too many') return { kind: 'refused' };
  const decision = decide(parts, withoutRuledOut(parts, [...named, ...near], known));
  return decision.kind === 'unknown' ? { kind: 'unknown' } : decision.outcome;
}

const withEdits = (streets: readonly KnownStreet[], edits: number) => streets.map((street) => ({ street, edits }));

/** Rows with the house number on candidate streets in candidate places. */
async function rowsOnStreets(
  parts: AddressParts,
  streets: readonly { street: KnownStreet; edits: number }[],
  index: AddressIndex,
  known: Gazetteer,
): Promise<FittingRow[] | 'too many'> {
  if (parts.state !== null && !known.regions.includes(parts.state)) return [];
  const possible = new Map<string, { street: KnownStreet; edits: number; fit: Fit }>();
  for (const { street, edits } of streets) {
    const fit = fitOfStreet(parts, street.parts);
    const isNear = street.rows.some(
      ({ region, city_key: city, zip }) => placeCorrections(parts, { region, city, zip }) !== null,
    );
    if (fit !== null && isNear) possible.set(street.streetKey, { street, edits, fit });
  }
  if (possible.size === 0) return [];
  if (possible.size > MAX_CANDIDATE_STREETS) return 'too many';
  const regions = parts.state === null ? null : [parts.state];
  const rows = await index.byHouse([...possible.keys()], parts.houseNumber as string, regions, MAX_ROWS);
  if (rows.length >= MAX_ROWS) return 'too many';
  return rows.flatMap((row): FittingRow[] => {
    const ofPlace = placeCorrections(parts, row);
    const found = possible.get(row.street_key);
    if (ofPlace === null || found === undefined) return [];
    const { street, edits, fit } = found;
    const corrections = fit.corrections + edits + ofPlace;
    if (corrections > MAX_CORRECTIONS) return [];
    return [{ row, street, fit: { corrections, leftOut: fit.leftOut }, isMisspelled: edits > 0 }];
  });
}

type Decision = { kind: 'unknown' } | { kind: 'decided'; corrections: number; outcome: HouseOutcome };

/** The building with the best fit; a tie is refused. */
function decide(parts: AddressParts, rows: readonly FittingRow[]): Decision {
  const atBuildings = byBuilding(rows)
    .map((building) => withinBuilding(parts, building))
    .filter(({ fit }) => fit.corrections <= MAX_CORRECTIONS)
    .sort((a, b) => compareFits(a.fit, b.fit));
  const [best, second] = atBuildings;
  if (best === undefined) return { kind: 'unknown' };
  const { corrections } = best.fit;
  const isAlone = second === undefined || compareFits(best.fit, second.fit) < 0;
  const outcome: HouseOutcome =
    isAlone && best.row !== null
      ? { kind: 'found', match: matchOf(best.row, best.isBuilding, best.fit) }
      : { kind: 'refused' };
  return { kind: 'decided', corrections, outcome };
}

/** Groups rows by house. A row without ZIP code joins the only house of its city that has one. */
function byBuilding(rows: readonly FittingRow[]): FittingRow[][] {
  const townOf = ({ row }: FittingRow): string => `${row.region} ${row.street_key} ${cityKey(row.city)}`;
  const towns = Map.groupBy(rows, townOf);
  return [...towns.values()].flatMap((inTown) => {
    const zips = new Set(inTown.map(({ row }) => row.zip).filter((zip) => zip !== null));
    return zips.size <= 1 ? [inTown] : [...Map.groupBy(inTown, ({ row }) => row.zip).values()];
  });
}

function withinBuilding(parts: AddressParts, building: readonly FittingRow[]): AtBuilding {
  const rows = building.map(({ row }) => row);
  const [fit] = building.map((one) => one.fit).sort(compareFits) as [Fit];
  const corrected = { ...fit, corrections: fit.corrections + 1 };
  const unit = unitKeyOf(parts);
  const withoutUnit = rows.filter((row) => row.unit_key === null).sort(byPreference);
  const house = withoutUnit[0];
  const any = [...rows].sort(byPreference)[0] as AddressRow;
  if (unit === null) return { row: house ?? any, isBuilding: house === undefined, fit };
  if (house !== undefined && withoutUnit.length === rows.length) {
    // A house needs no unit; several parcels at one address are a building without recorded units.
    return { row: house, isBuilding: rows.length > 1, fit: corrected };
  }
  const row = unitAmong(unit, rows);
  return row === null ? { row: null, isBuilding: false, fit: corrected } : { row, isBuilding: false, fit };
}

/** The unit under its own designator, otherwise under an equivalent one (`# 4`, `Apt 4`) if unique. */
function unitAmong(unit: string, rows: readonly AddressRow[]): AddressRow | null {
  const same = rows.filter((row) => row.unit_key === unit);
  const alike = rows.filter((row) => row.unit_key !== null && likenessOf(row.unit_key) === likenessOf(unit));
  const found = onePerKey(same.length > 0 ? same : alike).sort(byPreference);
  return found.length === 1 || same.length > 0 ? (found[0] ?? null) : null;
}

/** A unit in comparable form: without leading zeros or an interchangeable designator. */
const likenessOf = (unitKey: string): string => comparableUnit(unitKey).replace(/(?<=^|[ #])0+(?=\d)/g, '');

function matchOf(row: AddressRow, isBuilding: boolean, { corrections, leftOut }: Fit): ResolvedAddress {
  const level: AddressMatchLevel = corrections > 0 ? 'corrected' : isBuilding ? 'building' : 'exact';
  const confidence = Math.min(leftOut > 0 ? CONFIDENCE_OF_LEFT_OUT : 1, 1 - corrections * CONFIDENCE_PER_CORRECTION);
  const match = propertyMatch(row, confidence, level);
  return isBuilding ? { ...match, address: addressWithoutUnit(row), property_id: null, precision: 'building' } : match;
}

/** Uses the property's own coordinates: a centroid would search around the wrong street. */
export function propertyMatch(row: AddressRow, confidence: number, level: AddressMatchLevel): ResolvedAddress {
  return {
    address: row.address,
    property_id: row.property_id,
    region: row.region,
    latitude: row.latitude,
    longitude: row.longitude,
    confidence: Math.round(confidence * 1000) / 1000,
    precision: 'property',
    match_level: level,
  };
}

/** The canonical address of a row without its unit. */
export function addressWithoutUnit(row: AddressRow): string {
  const comma = row.address.indexOf(',');
  const line = comma < 0 ? row.address : row.address.slice(0, comma);
  const rest = comma < 0 ? '' : row.address.slice(comma);
  const unitWords = row.unit_key === null ? 0 : row.unit_key.split(' ').length;
  return unitWords === 0 ? row.address : line.split(' ').slice(0, -unitWords).join(' ') + rest;
}

/** True if another geocoder returned the requested address rather than a guess at another house. */
export function isSameHouse(written: AddressParts, found: AddressParts): boolean {
  if (written.houseNumber !== found.houseNumber || streetKeyOf(found) === '') return false;
  if (written.state !== null && found.state !== null && written.state !== found.state) return false;
  const relation = directionalRelation(written, found);
  return relation !== 'contradicting' && streetNameKeyOf(written) === streetNameKeyOf(found);
}
