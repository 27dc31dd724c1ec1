import type { Buyer } from '@plat/dataset';
import { chooseContact, type OwnerContact } from './choose-contact.ts';
import { withheldByLists } from './judge-contacts.ts';
import { mergeContacts } from './merge-contacts.ts';
import type { ContactPorts } from './ports.ts';
import type { Contact } from './suppression.ts';

/** The contact of a buyer, before the do-not-contact lists are applied. */
export interface KnownContact {
  /** Null when nobody is known. */
  contact: Contact | null;
  /** True when a source did not answer and no other contact is known. */
  lookupFailed: boolean;
}

/**
 * The people behind buyers, in the given order: from the dataset, and from a provider where the dataset has no phone
 * number.
 */
export async function knownContacts(
  buyers: readonly Buyer[],
  ports: ContactPorts,
  signal: AbortSignal,
): Promise<KnownContact[]> {
  return completeContacts(buyers, await recordedContacts(buyers, ports, signal), ports, signal);
}

/**
 * The people behind buyers on record, in the given order: the contact under the owner's name, otherwise the recorded
 * name itself when the owner is a person.
 */
export async function recordedContacts(
  buyers: readonly Buyer[],
  { contacts, readPersonName }: Pick<ContactPorts, 'contacts' | 'readPersonName'>,
  signal: AbortSignal,
): Promise<(Contact | null)[]> {
  if (buyers.length === 0) return [];
  const byName = await contacts.contactsFor(buyers, signal);
  return buyers.map((buyer) => personBehind(buyer, byName, readPersonName));
}

/**
 * Looks up buyers without a phone number on record. People who asked not to be contacted are not looked up: their names
 * never reach the provider.
 */
export async function completeContacts(
  buyers: readonly Buyer[],
  recorded: ReadonlyArray<Contact | null>,
  { lookups, suppressions }: Pick<ContactPorts, 'lookups' | 'suppressions'>,
  signal: AbortSignal,
): Promise<KnownContact[]> {
  const known: KnownContact[] = recorded.map((contact) => ({ contact, lookupFailed: false }));
  if (lookups === null) return known;
  const withoutPhone = [...buyers.keys()].filter((index) => (recorded[index]?.wireless.length ?? 0) === 0);
  const isWithheld = await withheldByLists(
    withoutPhone.map((index) => recorded[index] ?? null),
    suppressions,
    signal,
  );
  const asked = withoutPhone.filter((_, position) => !isWithheld[position]);
  if (asked.length === 0) return known;
  const results = await lookups.lookUp(
    asked.map((index) => buyers[index]!),
    signal,
  );
  for (const [position, index] of asked.entries()) {
    const { contact: lookedUp, failed } = results[position]!;
    const zip = lookedUp?.zip ?? buyers[index]!.mailingZip;
    const contact = mergeContacts(recorded[index] ?? null, lookedUp === null ? null : { ...lookedUp, zip });
    known[index] = { contact, lookupFailed: failed && (contact?.email.length ?? 0) === 0 };
  }
  return known;
}

function personBehind(
  buyer: Buyer,
  byName: ReadonlyMap<string, readonly OwnerContact[]>,
  readPersonName: ContactPorts['readPersonName'],
): Contact | null {
  const chosen = buyer.nameKey === null ? null : chooseContact(buyer, byName.get(buyer.nameKey) ?? []);
  const contact = chosen === null ? null : { ...chosen, zip: chosen.zip ?? buyer.mailingZip };
  if (contact !== null && (contact.firstName !== null || contact.lastName !== null)) return contact;
  const recorded = buyer.isEntity || buyer.name === null ? null : readPersonName(buyer.name);
  if (recorded === null) return contact;
  return { zip: buyer.mailingZip, wireless: [], landline: [], email: [], ...contact, ...recorded };
}
