export { keyAsTyped, standardsOfBegun } from './addresses/begun-word.ts';
export { cityKey, displayCity } from './addresses/city.ts';
export * from './addresses/index.ts';
export {
  addressKey,
  displayAddress,
  displayLine,
  lineKey,
  type MailingKeys,
  mailingKeys,
  mailingKeysOf,
  parseStreet,
  streetKeyOf,
  streetNameKeyOf,
  unitKeyOf,
} from './addresses/keys.ts';
export { parseFullAddress } from './addresses/parse-full.ts';
export { parseAddressLine } from './addresses/parse-line.ts';
export type { AddressParts, ParsedLine } from './addresses/parsed-line.ts';
export { normaliseState, normaliseZip, STATE_CODES, stateOfZip } from './addresses/states.ts';
export type { StreetParts } from './addresses/street.ts';
export { STRONG_SUFFIXES } from './addresses/suffixes.ts';
export { displayWords } from './addresses/title-case.ts';
export { comparableUnit } from './addresses/unit.ts';
export { recordedCounty } from './counties/recorded-county.ts';
export { LINKABLE_KINDS, minCosine } from './names/alike-names.ts';
export { COMPANY_WORDS } from './names/company-words.ts';
export * from './names/index.ts';
export { type Institution, isInstitution } from './names/institutions.ts';
export { NAME_TAIL_SQL, nameTail } from './names/name-tail.ts';
export { joinOwnerNames, normaliseOwnerName } from './names/normalise.ts';
export { profileSimilarity, type TrigramProfile, trigramProfile } from './names/similarity.ts';
