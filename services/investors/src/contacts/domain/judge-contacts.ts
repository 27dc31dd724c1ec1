import type { BuyerSearchPorts } from '../../search/index.ts';
import {
  type AllowedContact,
  allowedContact,
  type Contact,
  nationalSnapshotIsFresh,
  personKeys,
  SuppressionIndex,
} from './suppression.ts';

const NOBODY: AllowedContact = {
  ...{ firstName: null, lastName: null, wireless: [], landline: [], email: [] },
  withheldBy: null,
};

/**
 * What may be shown of people, in the order given, as the do-not-contact lists allow today (C.12): every number and
 * address that they leave, and nothing of nobody.
 * @param asOf UTC day that decides whether the national snapshot is still valid.
 */
export async function judgeContacts(
  people: ReadonlyArray<Contact | null>,
  suppressions: BuyerSearchPorts['suppressions'],
  asOf: string,
  signal: AbortSignal,
): Promise<AllowedContact[]> {
  if (people.every((person) => person === null)) return people.map(() => NOBODY);
  const { entries, newestNationalSnapshot } = await suppressions.ask(questionAbout(people), signal);
  const suppressed = new SuppressionIndex(entries);
  const phonesAllowed = nationalSnapshotIsFresh(newestNationalSnapshot, asOf);
  return people.map((person) => (person === null ? NOBODY : allowedContact(person, suppressed, phonesAllowed)));
}

/** Whom the lists withhold altogether, in the order given, however old the national snapshot is. */
export async function withheldByLists(
  people: ReadonlyArray<Contact | null>,
  suppressions: Pick<BuyerSearchPorts['suppressions'], 'ask'>,
  signal: AbortSignal,
): Promise<boolean[]> {
  if (people.every((person) => person === null)) return people.map(() => false);
  const { entries } = await suppressions.ask(questionAbout(people), signal);
  const suppressed = new SuppressionIndex(entries);
  return people.map((person) => person !== null && allowedContact(person, suppressed, true).withheldBy === 'lists');
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
