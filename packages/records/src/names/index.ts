/** Owner names of public records: normalisation, kinds, similarity, institutions (decision C.5 and C.6). Pure. */
export { type Institution, isInstitution } from './institutions.ts';
export { nameTail } from './name-tail.ts';
export { joinOwnerNames, type NormalisedName, normaliseOwnerName } from './normalise.ts';
export type { PersonName } from './persons.ts';
export { nameSimilarity, profileSimilarity, type TrigramProfile, trigramProfile } from './similarity.ts';
