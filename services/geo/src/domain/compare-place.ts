import { type AddressParts, cityKey } from '@plat/records';
import { withinOneTypo } from './one-typo.ts';

/** Place of a record; city and ZIP code are null if not recorded. */
export interface RecordedPlace {
  region: string;
  city: string | null;
  zip: string | null;
}

type Likeness = 'unknown' | 'same' | 'typo' | 'other';
const CORRECTIONS: Readonly<Record<Likeness, number>> = { unknown: 0, same: 0, typo: 1, other: 2 };
/** Shorter city names are too easily confused. */
const MIN_CITY_LETTERS = 4;

/**
 * Corrections needed to turn a written place into a recorded one: one for a typo in the city or ZIP code, two for a
 * different one. Omitted parts need none.
 * @returns null if the state differs, or if neither city nor ZIP code matches.
 */
export function placeCorrections(written: AddressParts, place: RecordedPlace): number | null {
  if (written.state !== null && written.state !== place.region) return null;
  const city = likenessOf(cityKey(written.city), cityKey(place.city), MIN_CITY_LETTERS);
  const zip = likenessOf(written.zip, place.zip, 0);
  // Several towns share a ZIP code, and a ZIP code is easily mistyped: one of the two must match.
  if (city === 'other' && zip !== 'same') return null;
  if (zip === 'other' && city !== 'same') return null;
  const isWritten = written.city !== null || written.zip !== null;
  // A record without city and ZIP code cannot confirm the place.
  const isUnconfirmed = isWritten && city === 'unknown' && zip === 'unknown';
  return CORRECTIONS[city] + CORRECTIONS[zip] + (isUnconfirmed ? 1 : 0);
}

function likenessOf(written: string | null, recorded: string | null, fewestLetters: number): Likeness {
  if (written === null || recorded === null) return 'unknown';
  if (written === recorded) return 'same';
  return written.length >= fewestLetters && withinOneTypo(written, recorded) ? 'typo' : 'other';
}
