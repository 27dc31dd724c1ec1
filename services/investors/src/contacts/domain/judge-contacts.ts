import type { SuppressionLists } from './ports.ts';
import {
  type AllowedContact,
  allowedContact,
  type Contact,
  isDeleted,
  nationalSnapshotIsFresh,
  personKeys,
  SuppressionIndex,
} from './suppression.ts';

const NOBODY: AllowedContact = {
  firstName: null,
  lastName: null,
  wireless: [],
  landline: [],
  email: [],
  withheldBy: null,
};

/**
 * The parts of contacts that may be shown, in the given order, under today's do-not-contact lists (docs/rules/do-not-contact.md).
 * @param asOf UTC day that decides whether the national snapshot is still valid
 */
export async function judgeContacts(
  people: ReadonlyArray<Contact | null>,
  suppressions: SuppressionLists,
  asOf: string,
  signal: AbortSignal,
): Promise<AllowedContact[]> {
  if (people.every((person) => person === null)) return people.map(() => NOBODY);
  const { entries, newestNationalSnapshot } = await suppressions.ask(questionAbout(people), signal);
  const suppressed = new SuppressionIndex(entries);
  const phonesAllowed = nationalSnapshotIsFresh(newestNationalSnapshot, asOf);
  return people.map((person) => (person === null ? NOBODY : allowedContact(person, suppressed, phonesAllowed)));
}

/** True for people whom the lists withhold completely, in the given order, however old the national snapshot is. */
export async function withheldByLists(
  people: ReadonlyArray<Contact | null>,
  suppressions: Pick<SuppressionLists, 'ask'>,
  signal: AbortSignal,
): Promise<boolean[]> {
  if (people.every((person) => person === null)) return people.map(() => false);
  const { entries } = await suppressions.ask(questionAbout(people), signal);
  const suppressed = new SuppressionIndex(entries);
  return people.map((person) => person !== null && allowedContact(person, suppressed, true).withheldBy === 'lists');
}

/** True for each person who asked for deletion, in the given order. */
export async function deletedAmong(
  people: ReadonlyArray<Contact | null>,
  suppressions: Pick<SuppressionLists, 'ask'>,
  signal: AbortSignal,
): Promise<boolean[]> {
  if (people.every((person) => person === null)) return people.map(() => false);
  const { entries } = await suppressions.ask(questionAbout(people), signal);
  const suppressed = new SuppressionIndex(entries);
  return people.map((person) => person !== null && isDeleted(person, suppressed));
}

function questionAbout(people: ReadonlyArray<Contact | null>) {
  const phones = new Set<string>();
  const emails = new Set<string>();
  const persons = new Set<string>();
  for (const person of people) {
    if (person === null) continue;
    for (const number of [...person.wireless, ...person.landline]) phones.add(number);
    for (const address of person.email) emails.add(address);
    for (const key of personKeys(person)) persons.add(key);
  }
  return { phones: [...phones], emails: [...emails], persons: [...persons], names: [] };
}
