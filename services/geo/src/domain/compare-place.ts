import { type AddressParts, cityKey } from '@plat/records';
import { withinOneTypo } from './one-typo.ts';

/** Where a record is; city and ZIP code are null when the record has none. */
export interface RecordedPlace {
  region: string;
  city: string | null;
  zip: string | null;
}

type Likeness = 'unknown' | 'same' | 'typo' | 'other';
const CORRECTIONS: Readonly<Record<Likeness, number>> = { unknown: 0, same: 0, typo: 1, other: 2 };
/** Shorter city names are too easily mistaken for each other. */
const FEWEST_CITY_LETTERS = 4;

/**
 * How many corrections the place of an address needs to be that of a record: one for a typing error in the city or ZIP
 * code, two for another one. What was not written needs none.
 * @returns null when the record is elsewhere: in another state, or with neither city nor ZIP code as written.
 */
export function placeCorrections(written: AddressParts, place: RecordedPlace): number | null {
  if (written.state !== null && written.state !== place.region) return null;
  const city = likenessOf(cityKey(written.city), cityKey(place.city), FEWEST_CITY_LETTERS);
  const zip = likenessOf(written.zip, place.zip, 0);
  // Mail of one ZIP code names several towns, and a ZIP code is easily mistyped: one of the two must fit.
  if (city === 'other' && zip !== 'same') return null;
  if (zip === 'other' && city !== 'same') return null;
  const isWritten = written.city !== null || written.zip !== null;
  // A record without city and ZIP code cannot tell whether this is its place.
  const isUnconfirmed = isWritten && city === 'unknown' && zip === 'unknown';
  return CORRECTIONS[city] + CORRECTIONS[zip] + (isUnconfirmed ? 1 : 0);
}

function likenessOf(written: string | null, recorded: string | null, fewestLetters: number): Likeness {
  if (written === null || recorded === null) return 'unknown';
  if (written === recorded) return 'same';
  return written.length >= fewestLetters && withinOneTypo(written, recorded) ? 'typo' : 'other';
}
