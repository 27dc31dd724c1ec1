import { displayWords, normaliseOwnerName } from '@plat/records';
import type { OwnerNameKey, PersonNameReader } from '../../search/index.ts';

/** First and last name of the first person on record, in title case; null for a company or a lone word. */
export const readPersonName: PersonNameReader = (recordedName) => {
  const person = normaliseOwnerName(recordedName).persons[0];
  if (person === undefined || person.first === null || person.last === null) return null;
  return { firstName: displayWords(person.first), lastName: displayWords(person.last) };
};

/** The key that the dataset files an owner's contacts under. */
export const nameKeyOf: OwnerNameKey = (recordedName) => normaliseOwnerName(recordedName).nameKey;
