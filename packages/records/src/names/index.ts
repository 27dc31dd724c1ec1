/**
 * Owner names of public records: normalisation, kinds, similarity (docs/rules/buyers.md) and institutions
 * (docs/rules/institutions.md). Pure.
 */
export { LINKABLE_KINDS, minCosine } from './alike-names.ts';
export { COMPANY_WORDS } from './company-words.ts';
export { type Institution, isIbuyer, isInstitution } from './institutions.ts';
export type { NameOrder } from './name-order.ts';
export { NAME_TAIL_SQL, nameTail } from './name-tail.ts';
export { type NamedPerson, namedPeople } from './named-people.ts';
export { joinOwnerNames, type NormalisedName, normaliseOwnerName, readNameOrder } from './normalise.ts';
export type { PersonName } from './persons.ts';
export { RENTAL_VEHICLE } from './rental-vehicles.ts';
export { nameSimilarity, profileSimilarity, type TrigramProfile, trigramProfile } from './similarity.ts';
