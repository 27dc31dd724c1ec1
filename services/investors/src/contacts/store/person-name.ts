import { displayWords, normaliseOwnerName } from '@plat/records';
import type { OwnerNameKey, PersonNameReader } from '../domain/ports.ts';

/** First and last name of the first person on record, in title case; null for a company or a single word. */
export const readPersonName: PersonNameReader = (recordedName) => {
  const person = normaliseOwnerName(recordedName).persons[0];
  if (person === undefined || person.first === null || person.last === null) return null;
  return { firstName: displayWords(person.first), lastName: displayWords(person.last) };
};

/** The key of an owner's contacts in the dataset. */
export const nameKeyOf: OwnerNameKey = (recordedName) => normaliseOwnerName(recordedName).nameKey;
