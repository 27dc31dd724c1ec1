/** US addresses in USPS Publication 28 form: parsing, keys and display. Pure; nothing here throws. */

export { cityKey, displayCity } from './city.ts';
export {
  ADDRESS_KEY_FORM,
  addressKey,
  displayAddress,
  displayLine,
  lineKey,
  type MailingKeys,
  mailingKeys,
  mailingKeysOf,
  type NormalisedStreet,
  normaliseStreet,
  parseStreet,
  streetKeyOf,
  streetNameKeyOf,
  unitKeyOf,
} from './keys.ts';
export { type ParseOptions, parseFullAddress } from './parse-full.ts';
export { parseAddressLine } from './parse-line.ts';
export type { AddressParts, ParsedLine } from './parsed-line.ts';
export { normaliseState, normaliseZip, STATE_CODES, stateOfZip } from './states.ts';
export type { StreetParts } from './street.ts';
export { STRONG_SUFFIXES, SUFFIXES } from './suffixes.ts';
export { displayWords } from './title-case.ts';
export { keyAsTyped, standardFormsOfPrefix } from './typed-prefix.ts';
export { comparableUnit, type NormalisedUnit, normaliseUnit } from './unit.ts';
