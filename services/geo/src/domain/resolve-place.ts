import type { ResolvedAddress } from '@plat/contracts';
import { type AddressParts, cityKey, streetKeyOf } from '@plat/records';
import type { Gazetteer } from './gazetteer.ts';
import { addressWithoutUnit } from './match-house.ts';
import { placeScore, streetCandidates } from './match-score.ts';
import type { AddressIndex, PlaceRow } from './ports.ts';

const STREET_CONFIDENCE = 0.8;
/** Confidence of a city name that several states have; the largest city is chosen. */
const AMBIGUOUS_PLACE_CONFIDENCE = 0.6;
const ADDRESSES_OF_STREET = 100;

/** The street, ZIP code or city of a text without a house number; null without a match. */
export async function resolvePlace(
  parts: AddressParts,
  index: AddressIndex,
  known: Gazetteer,
): Promise<ResolvedAddress | null> {
  if (streetKeyOf(parts) === '') return cityOrZip(known, parts);
  return (await street(parts, index, known)) ?? cityWithStreetName(known, parts);
}

/** The center of some addresses of a street. */
async function street(parts: AddressParts, index: AddressIndex, known: Gazetteer): Promise<ResolvedAddress | null> {
  const streetSections = streetCandidates(known, parts, false)
    .flatMap(({ street, score }) =>
      street.rows.map((row) => ({
        row,
        score: score * placeScore(parts, { region: row.region, city: row.city_key, zip: row.zip }, false),
      })),
    )
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.row.address_count - a.row.address_count);
  const best = streetSections[0];
  const asksPlace = parts.city !== null || parts.zip !== null;
  if (best === undefined || (!asksPlace && streetSections.length > 1)) return null;
  const { row } = best;
  const rows = await index.onStreet(
    { region: row.region, streetKey: row.street_key, cityKey: row.city_key, zip: row.zip },
    ADDRESSES_OF_STREET,
  );
  const located = rows.filter((one) => one.latitude !== null);
  const middle = located[Math.floor(located.length / 2)];
  if (middle === undefined) return null;
  return {
    address: addressWithoutUnit(middle).replace(/^\S+(?: \d\/\d)? /, ''),
    property_id: null,
    region: row.region,
    latitude: middle.latitude,
    longitude: middle.longitude,
    confidence: rounded(STREET_CONFIDENCE * best.score),
    precision: 'street',
    match_level: null,
  };
}

/** A city with a street-like name (`Park Hill`), if no street has that name. */
function cityWithStreetName(known: Gazetteer, parts: AddressParts): ResolvedAddress | null {
  if (parts.city !== null || parts.zip !== null) return null;
  const rows = known.city(streetKeyOf(parts)).filter((row) => parts.state === null || row.region === parts.state);
  return rows.length === 0 ? null : ofPlace(rows, 'city', 1);
}

function cityOrZip(known: Gazetteer, parts: AddressParts): ResolvedAddress | null {
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
    match_level: null,
  };
}

const rounded = (confidence: number): number => Math.round(confidence * 1000) / 1000;
