import { nameWords } from './contact-points.ts';
import type { Contact } from './suppression.ts';

const isNameless = ({ firstName, lastName }: Contact): boolean => firstName === null && lastName === null;

function isSamePerson(one: Contact, other: Contact): boolean {
  if (isNameless(one) || isNameless(other)) return true;
  const [given, otherGiven] = [nameWords(one.firstName ?? '')[0], nameWords(other.firstName ?? '')[0]];
  const [last, otherLast] = [nameWords(one.lastName ?? ''), nameWords(other.lastName ?? '')];
  return given === otherGiven && last.join(' ') === otherLast.join(' ');
}

const union = (...lists: ReadonlyArray<readonly string[]>): string[] => [...new Set(lists.flat())];

/**
 * Merges the contacts of the dataset and of a provider. If both are the same person, the result has both, so that an
 * opt-out with any number or address applies to all. Otherwise it is the one with a phone number, or if neither has
 * one, with an e-mail address.
 */
export function mergeContacts(recorded: Contact | null, lookedUp: Contact | null): Contact | null {
  if (recorded === null || lookedUp === null) return recorded ?? lookedUp;
  if (isSamePerson(recorded, lookedUp)) {
    const named = isNameless(recorded) ? lookedUp : recorded;
    return {
      firstName: named.firstName,
      lastName: named.lastName,
      zip: recorded.zip ?? lookedUp.zip,
      wireless: union(recorded.wireless, lookedUp.wireless),
      landline: union(recorded.landline, lookedUp.landline),
      email: union(recorded.email, lookedUp.email),
    };
  }
  const reach = ({ wireless, email }: Contact) => (wireless.length > 0 ? 2 : email.length > 0 ? 1 : 0);
  return reach(lookedUp) > reach(recorded) ? lookedUp : recorded;
}
