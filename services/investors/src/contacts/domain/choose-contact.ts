import type { Buyer } from '../../deals/index.ts';
import type { Contact } from './suppression.ts';

/** A contact under an owner name, with where that owner gets mail. */
export interface OwnerContact extends Contact {
  mailingKey: string | null;
  mailingState: string | null;
}

/**
 * How surely a contact of the same normalised name is the buyer's, 0 for not. A company's name is unique in its state;
 * a person's is not, so that a person must get mail at the same address or at least in the same ZIP code.
 */
function certainty(buyer: Buyer, contact: OwnerContact): number {
  if (buyer.mailingKey !== null && buyer.mailingKey === contact.mailingKey) return 3;
  if (buyer.mailingZip !== null && buyer.mailingZip === contact.zip) return 2;
  const sameState = contact.mailingState === null || contact.mailingState === buyer.mailingState;
  return buyer.isEntity && (sameState || buyer.mailingState === null) ? 1 : 0;
}

/** What makes one of two equally sure contacts the better one; the last resort is the text itself, for a total order. */
const order = (a: OwnerContact, b: OwnerContact): number =>
  Number(b.wireless.length > 0) - Number(a.wireless.length > 0) || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** The surest contact of a buyer among those under the buyer's name; null when none is likely to be the buyer's. */
export function chooseContact(buyer: Buyer, contacts: readonly OwnerContact[]): OwnerContact | null {
  const likely = contacts.filter((contact) => certainty(buyer, contact) > 0);
  likely.sort((a, b) => certainty(buyer, b) - certainty(buyer, a) || order(a, b));
  return likely[0] ?? null;
}
