import { chooseContact, type OwnerContact } from './choose-contact.ts';
import type { Buyer } from './deal.ts';
import type { BuyerSearchPorts } from './ports.ts';
import type { Contact } from './suppression.ts';

/** Who is known behind a buyer, before any do-not-contact list was asked. */
export interface KnownContact {
  /** Null when nobody is known. */
  contact: Contact | null;
  /** True when a source could not be asked and nothing else is known. */
  lookupFailed: boolean;
}

/**
 * The people behind buyers, in the order given: the contact under the owner's name, else the recorded name itself when
 * the owner is a person.
 */
export async function knownContacts(
  buyers: readonly Buyer[],
  ports: Pick<BuyerSearchPorts, 'contacts' | 'readPersonName'>,
  signal: AbortSignal,
): Promise<KnownContact[]> {
  if (buyers.length === 0) return [];
  const byName = await ports.contacts.contactsFor(buyers, signal);
  return buyers.map((buyer) => ({ contact: personBehind(buyer, byName, ports.readPersonName), lookupFailed: false }));
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
