import type { BuyerSearchItem } from '@plat/contracts';
import type { OwnerContact } from './choose-contact.ts';
import type { Buyer } from './deal.ts';
import type { WithholdingPorts } from './ports.ts';
import { allowedContact, type Contact, nationalSnapshotIsFresh, personKeys, SuppressionIndex } from './suppression.ts';

/** Stands for the ZIP code of a person of whom it is not known: an entry for whatever ZIP code holds. */
const UNKNOWN_ZIP = '?';

/**
 * Buyers that were found earlier, with what may be shown of them today (C.12). What was shown says less than what was
 * known then, so that in doubt it is withheld: a wish of anybody on record under the owner's name who fits what was
 * shown holds, and of any namesake when nobody on record does. Nothing that was withheld comes back.
 * @param asOf UTC day that decides whether the national snapshot is still valid.
 */
export async function withholdContacts(
  buyers: readonly BuyerSearchItem[],
  ports: WithholdingPorts,
  asOf: string,
  signal: AbortSignal,
): Promise<BuyerSearchItem[]> {
  const people = await peopleBehind(buyers, ports, signal);
  const everybody = people.flat();
  const question = {
    phones: [...new Set(everybody.flatMap(({ wireless, landline }) => [...wireless, ...landline]))],
    emails: [...new Set(everybody.flatMap(({ email }) => email))],
    persons: [...new Set(everybody.flatMap(personKeys))],
  };
  const namesakes = question.persons.flatMap((key) => (key.endsWith(`|${UNKNOWN_ZIP}`) ? [nameIn(key)] : []));
  const [entries, named, newestSnapshot] = await Promise.all([
    ports.suppressions.entriesAmong(question, signal),
    ports.suppressions.personsNamed(namesakes, signal),
    ports.suppressions.newestNationalSnapshot(signal),
  ]);
  const ofUnknownZip = named.map((entry) => ({ ...entry, value: `${nameIn(entry.value)}|${UNKNOWN_ZIP}` }));
  const suppressed = new SuppressionIndex([...entries, ...ofUnknownZip]);
  const phonesAllowed = nationalSnapshotIsFresh(newestSnapshot, asOf);
  return buyers.map((buyer, index) => withheld(buyer, people[index] ?? [], suppressed, phonesAllowed));
}

const nameIn = (key: string): string => key.slice(0, key.lastIndexOf('|'));

const phoneOf = ({ buyer_phone_number: phone }: BuyerSearchItem): string | null =>
  phone === null ? null : String(phone);

/** Whom each buyer's shown contact may belong to: those on record who fit it, and the shown contact itself. */
async function peopleBehind(
  buyers: readonly BuyerSearchItem[],
  { contacts, nameKeyOf }: WithholdingPorts,
  signal: AbortSignal,
): Promise<Contact[][]> {
  const keys = buyers.map(({ buyer_entity_name: name }) => (name === null ? null : nameKeyOf(name)));
  const byName = await contacts.contactsFor(keys.map(ownerNamed), signal);
  return buyers.map((buyer, index) => {
    const onRecord = (byName.get(keys[index] ?? '') ?? []).filter((contact) => fits(contact, buyer));
    return onRecord.length === 0 ? [shownContact(buyer)] : onRecord.map(withZip);
  });
}

const withZip = (contact: OwnerContact): Contact => ({ ...contact, zip: contact.zip ?? UNKNOWN_ZIP });

const ownerNamed = (nameKey: string | null): Buyer => ({
  ...{ buyerId: 0, name: null, nameKey, isEntity: false, reliability: 0 },
  ...{ mailingKey: null, mailingZip: null, mailingState: null },
});

function fits(contact: OwnerContact, buyer: BuyerSearchItem): boolean {
  const phone = phoneOf(buyer);
  const sameName = contact.firstName === buyer.buyer_first_name && contact.lastName === buyer.buyer_last_name;
  return (
    sameName ||
    (phone !== null && contact.wireless.includes(phone)) ||
    (buyer.buyer_email !== null && contact.email.includes(buyer.buyer_email))
  );
}

function shownContact(buyer: BuyerSearchItem): Contact {
  const phone = phoneOf(buyer);
  return {
    firstName: buyer.buyer_first_name,
    lastName: buyer.buyer_last_name,
    zip: UNKNOWN_ZIP,
    wireless: phone === null ? [] : [phone],
    landline: [],
    email: buyer.buyer_email === null ? [] : [buyer.buyer_email],
  };
}

function withheld(
  buyer: BuyerSearchItem,
  people: readonly Contact[],
  suppressed: SuppressionIndex,
  phonesAllowed: boolean,
): BuyerSearchItem {
  const phone = phoneOf(buyer);
  const allowed = people.map((person) => ({ person, shown: allowedContact(person, suppressed, phonesAllowed) }));
  const isDeleted = allowed.some(
    ({ person, shown }) => person.firstName !== shown.firstName || person.lastName !== shown.lastName,
  );
  const hidesEmail = allowed.some(({ person, shown }) => person.email.length > 0 && shown.email.length === 0);
  const hidesPhone =
    !phonesAllowed ||
    (phone !== null && suppressed.listsOf('phone', phone).size > 0) ||
    allowed.some(({ person, shown }) => person.wireless.length > 0 && shown.wireless.length === 0);
  return {
    ...buyer,
    buyer_first_name: isDeleted ? null : buyer.buyer_first_name,
    buyer_last_name: isDeleted ? null : buyer.buyer_last_name,
    buyer_phone_number: hidesPhone ? null : buyer.buyer_phone_number,
    buyer_email: hidesEmail ? null : buyer.buyer_email,
  };
}
