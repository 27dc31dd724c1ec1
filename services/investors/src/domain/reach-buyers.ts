import { chooseContact, type OwnerContact } from './choose-contact.ts';
import type { Buyer } from './deal.ts';
import type { BuyerSearchPorts } from './ports.ts';
import {
  type Contact,
  nationalSnapshotIsFresh,
  personKeys,
  type ReachableContact,
  reachable,
  SuppressionIndex,
} from './suppression.ts';

const NOBODY: ReachableContact = { firstName: null, lastName: null, phone: null, email: null };

/**
 * What may be shown of the people behind buyers, in the order given: the contact under the owner's name, else the
 * recorded name itself when the owner is a person; both only as the do-not-contact lists allow today (C.12).
 * @param asOf UTC day that decides whether the national snapshot is still valid.
 */
export async function reachBuyers(
  buyers: readonly Buyer[],
  ports: Pick<BuyerSearchPorts, 'contacts' | 'suppressions' | 'readPersonName'>,
  asOf: string,
  signal: AbortSignal,
): Promise<ReachableContact[]> {
  if (buyers.length === 0) return [];
  const [byName, newestSnapshot] = await Promise.all([
    ports.contacts.contactsFor(buyers, signal),
    ports.suppressions.newestNationalSnapshot(signal),
  ]);
  const people = buyers.map((buyer) => personBehind(buyer, byName, ports.readPersonName));
  const suppressed = new SuppressionIndex(await ports.suppressions.entriesAmong(questionAbout(people), signal));
  const phonesAllowed = nationalSnapshotIsFresh(newestSnapshot, asOf);
  return people.map((person) => (person === null ? NOBODY : reachable(person, suppressed, phonesAllowed)));
}

function personBehind(
  buyer: Buyer,
  byName: ReadonlyMap<string, readonly OwnerContact[]>,
  readPersonName: BuyerSearchPorts['readPersonName'],
): Contact | null {
  const chosen = buyer.nameKey === null ? null : chooseContact(buyer, byName.get(buyer.nameKey) ?? []);
  const contact = chosen === null ? null : { ...chosen, zip: chosen.zip ?? buyer.mailingZip };
  if (contact !== null && (contact.firstName !== null || contact.lastName !== null)) return contact;
  const recorded = buyer.isEntity || buyer.name === null ? null : readPersonName(buyer.name);
  if (recorded === null) return contact;
  return { zip: buyer.mailingZip, wireless: [], landline: [], email: [], ...contact, ...recorded };
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
  return { phones: [...phones], emails: [...emails], persons: [...persons] };
}
