import type { Buyer } from '@plat/dataset';
import type { Contact } from './suppression.ts';

/** A contact under an owner name, with the owner's mailing address. */
export interface OwnerContact extends Contact {
  mailingKey: string | null;
  mailingState: string | null;
}

/**
 * How surely a contact with the same normalised name is the buyer's; 0 means not. A company name is unique in its
 * state. A person needs the same mailing address, or at least the same ZIP code.
 */
function certainty(buyer: Buyer, contact: OwnerContact): number {
  if (buyer.mailingKey !== null && buyer.mailingKey === contact.mailingKey) return 3;
  if (buyer.mailingZip !== null && buyer.mailingZip === contact.zip) return 2;
  const sameState = contact.mailingState === null || contact.mailingState === buyer.mailingState;
  return buyer.isEntity && (sameState || buyer.mailingState === null) ? 1 : 0;
}

/** Breaks ties of certainty: a phone number first, finally the text itself for a total order. */
const order = (a: OwnerContact, b: OwnerContact): number =>
  Number(b.wireless.length > 0) - Number(a.wireless.length > 0) || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** The surest contact under the buyer's name; null when none is likely to be the buyer's. */
export function chooseContact(buyer: Buyer, contacts: readonly OwnerContact[]): OwnerContact | null {
  const likely = contacts.filter((contact) => certainty(buyer, contact) > 0);
  likely.sort((a, b) => certainty(buyer, b) - certainty(buyer, a) || order(a, b));
  return likely[0] ?? null;
}
