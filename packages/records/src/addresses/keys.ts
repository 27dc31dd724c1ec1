import { cityKey, displayCity } from './city.ts';
import { parseAddressLine } from './parse-line.ts';
import type { AddressParts, ParsedLine } from './parsed-line.ts';
import { normaliseState, normaliseZip } from './states.ts';
import { readStreet, type StreetParts } from './street.ts';
import { displayWords } from './title-case.ts';
import { tokenise, withoutApostrophes } from './tokens.ts';
import { comparableUnit } from './unit.ts';

const joined = (...parts: readonly (string | null)[]): string => {
  let text = '';
  for (const part of parts) {
    if (part === null || part === '') continue;
    text = text === '' ? part : `${text} ${part}`;
  }
  return text;
};

const streetText = (parts: StreetParts): string =>
  joined(parts.predirectional, parts.streetName, parts.suffix, parts.postdirectional);

/** Street of a parsed line with directionals and suffix: N MAIN ST. Empty when the line has none. */
export const streetKeyOf = (parts: StreetParts): string => withoutApostrophes(streetText(parts));

/** Street name without directionals and suffix: MAIN. */
export const streetNameKeyOf = (parts: StreetParts): string => withoutApostrophes(parts.streetName ?? '');

/** Unit of a parsed line: APT 4, REAR; null without one. */
export const unitKeyOf = (line: ParsedLine): string | null => joined(line.unitDesignator, line.unitNumber) || null;

export interface NormalisedStreet {
  /** N MAIN ST. */
  streetKey: string;
  /** MAIN. */
  streetNameKey: string;
  /** N Main St. */
  displayStreet: string;
}

/** The parts of street text without a house number: N MAIN ST -> N, MAIN, ST. */
export function parseStreet(text: string): StreetParts {
  const { words } = tokenise(text);
  return readStreet(words, 0, words.length);
}

/** Street text without a house number in Pub 28 form. @returns null for empty text. */
export function normaliseStreet(text: string): NormalisedStreet | null {
  const { words } = tokenise(text);
  if (words.length === 0) return null;
  const parts = readStreet(words, 0, words.length);
  return {
    streetKey: streetKeyOf(parts),
    streetNameKey: streetNameKeyOf(parts),
    displayStreet: displayWords(streetText(parts)),
  };
}

const boxText = (line: ParsedLine): string | null => (line.poBox === null ? null : `PO BOX ${line.poBox}`);

/**
 * Number of the form in which keys are written. Raise it with every change that gives a known address another key:
 * published records of an older form are then rebuilt, as for a change of their tables.
 */
export const ADDRESS_KEY_FORM = 2;

/** Key of a line without its city and ZIP: 123 MAIN ST APT 4, or PO BOX 12. */
export const lineKey = (line: ParsedLine): string =>
  joined(line.houseNumber, streetKeyOf(line), unitKeyOf(line), boxText(line));

/** Search key of an address: `123 MAIN ST APT 4 PHOENIX AZ 85043`; missing parts are left out. */
export const addressKey = (parts: AddressParts): string =>
  joined(lineKey(parts), cityKey(parts.city), parts.state, parts.zip);

/** Canonical line for display: 123 N Main St Apt 4. */
export function displayLine(line: ParsedLine): string {
  return joined(
    line.houseNumber,
    displayWords(streetText(line)),
    displayWords(unitKeyOf(line) ?? ''),
    line.poBox === null ? null : `PO Box ${line.poBox}`,
  );
}

/** Canonical full address: `123 N Main St Apt 4, Phoenix, AZ 85043`. Parsing it again gives the same `addressKey`. */
export function displayAddress(parts: AddressParts): string {
  const place = [displayCity(parts.city), joined(parts.state, parts.zip)].filter(
    (part) => part !== null && part !== '',
  );
  return [displayLine(parts), ...place].filter((part) => part !== '').join(', ');
}

export interface MailingKeys {
  /** House, street and unit: `123 MAIN ST #4|85043`. */
  mailingKey: string;
  /** As `mailingKey`, without the unit. */
  mailingBuildingKey: string;
}

/**
 * Keys for comparing a mailing address with others and with a situs address. The place is the 5-digit ZIP, or `CITY
 * ST` without one, so two records of one address match only when both or neither have a ZIP. APT, UNIT, STE, `#`
 * and a bare number count as the same unit. A PO box is `PO BOX 12|85043` in both keys. @returns null without
 * street and box, or without a place.
 */
export function mailingKeys(
  line: string | null | undefined,
  city: string | null | undefined,
  state: string | null | undefined,
  zip: string | number | null | undefined,
): MailingKeys | null {
  if (line === null || line === undefined) return null;
  return mailingKeysOf({
    ...parseAddressLine(line),
    city: city ?? null,
    state: normaliseState(state),
    zip: normaliseZip(zip),
  });
}

/** `mailingKeys` of a parsed address; also used for the situs of a property. */
export function mailingKeysOf(parts: AddressParts): MailingKeys | null {
  const place = parts.zip ?? joined(cityKey(parts.city), parts.state);
  const street = streetKeyOf(parts);
  const building = parts.poBox !== null ? (boxText(parts) ?? '') : joined(parts.houseNumber, street);
  if (place === '' || building === '' || (parts.poBox === null && street === '')) return null;
  const unit = parts.poBox === null ? unitKeyOf(parts) : null;
  return {
    mailingKey: `${joined(building, unit === null ? null : comparableUnit(unit))}|${place}`,
    mailingBuildingKey: `${building}|${place}`,
  };
}
