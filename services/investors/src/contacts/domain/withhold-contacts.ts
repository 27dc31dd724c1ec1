import type { BuyerSearchItem, ContactStatus } from '@plat/contracts';
import type { Buyer } from '../../deals/index.ts';
import { denseRanks } from '../../deals/index.ts';
import type { WithholdingPorts } from '../../search/index.ts';
import { allowedContact, type Contact, nationalSnapshotIsFresh, personKeys, SuppressionIndex } from './suppression.ts';

/** Stands for the ZIP code of a person of whom it is not known: an entry for whatever ZIP code holds. */
const UNKNOWN_ZIP = '?';

export interface Withholding {
  /** Who reads: what it has looked up is on record for it. */
  companyId: string;
  /** UTC day that decides whether the national snapshot is still valid, `YYYY-MM-DD`. */
  asOf: string;
  /** The instant of reading, ISO 8601 in UTC. */
  checkedAt: string;
  /** Those without a phone number are left out, and the others ranked anew. */
  hideNoPhone: boolean;
}

/**
 * Buyers that were found earlier, with what may be shown of them today (C.12). What was shown says less than what was
 * known then, so that in doubt it is withheld: a wish of anybody on record under the owner's name who fits what was
 * shown holds, and of any namesake when nobody on record does. Nothing that was withheld comes back.
 */
export async function withholdContacts(
  buyers: readonly BuyerSearchItem[],
  ports: WithholdingPorts,
  { companyId, asOf, checkedAt, hideNoPhone }: Withholding,
  signal: AbortSignal,
): Promise<BuyerSearchItem[]> {
  const people = await peopleBehind(buyers, companyId, ports, signal);
  const everybody = people.flat();
  const persons = [...new Set(everybody.flatMap(personKeys))];
  const question = {
    phones: [...new Set(everybody.flatMap(({ wireless, landline }) => [...wireless, ...landline]))],
    emails: [...new Set(everybody.flatMap(({ email }) => email))],
    persons,
    names: persons.flatMap((key) => (key.endsWith(`|${UNKNOWN_ZIP}`) ? [nameIn(key)] : [])),
  };
  const { entries, namesakes, newestNationalSnapshot } = await ports.suppressions.ask(question, signal);
  const ofUnknownZip = namesakes.map((entry) => ({ ...entry, value: `${nameIn(entry.value)}|${UNKNOWN_ZIP}` }));
  const suppressed = new SuppressionIndex([...entries, ...ofUnknownZip]);
  const phonesAllowed = nationalSnapshotIsFresh(newestNationalSnapshot, asOf);
  const shown = buyers.map((buyer, index) => {
    const now = withheld(buyer, people[index] ?? [], suppressed, phonesAllowed);
    if (buyer.contact_status === undefined) return now;
    const checked = buyer.contact_checked_at === null ? null : checkedAt;
    return { ...now, contact_status: statusNow(buyer, now, phonesAllowed), contact_checked_at: checked };
  });
  return hideNoPhone ? withNumbers(shown) : shown;
}

function withNumbers(buyers: readonly BuyerSearchItem[]): BuyerSearchItem[] {
  const reachable = buyers.filter(({ buyer_phone_number: phone }) => phone !== null);
  const rankNow = denseRanks(reachable.map(({ smart_match_rank: rank }) => rank));
  return reachable.map((buyer) => ({ ...buyer, smart_match_rank: rankNow.get(buyer.smart_match_rank)! }));
}

const nameIn = (key: string): string => key.slice(0, key.lastIndexOf('|'));

const phoneOf = ({ buyer_phone_number: phone }: BuyerSearchItem): string | null =>
  phone === null ? null : String(phone);

/** Whom each buyer's shown contact may belong to: those on record who fit it, and the shown contact itself. */
async function peopleBehind(
  buyers: readonly BuyerSearchItem[],
  companyId: string,
  { contacts, lookups, nameKeyOf }: WithholdingPorts,
  signal: AbortSignal,
): Promise<Contact[][]> {
  const keys = buyers.map(({ buyer_entity_name: name }) => (name === null ? null : nameKeyOf(name)));
  const nameKeys = keys.flatMap((key) => key ?? []);
  const [byName, lookedUp] = await Promise.all([
    contacts.contactsFor(keys.map(ownerNamed), signal),
    lookups === null ? [] : lookups.named(companyId, nameKeys, signal),
  ]);
  const lookedUpByName = Map.groupBy(lookedUp, ({ nameKey }) => nameKey);
  return buyers.map((buyer, index) => {
    const key = keys[index] ?? '';
    const paid = (lookedUpByName.get(key) ?? []).flatMap(({ contact }) => contact ?? []);
    const onRecord = [...(byName.get(key) ?? []), ...paid].filter((contact) => fits(contact, buyer));
    if (onRecord.length === 0) return [shownContact(buyer, UNKNOWN_ZIP)];
    const isOnRecord =
      isAmong(phoneOf(buyer), onRecord, ({ wireless }) => wireless) &&
      isAmong(buyer.buyer_email, onRecord, ({ email }) => email);
    return [...(isOnRecord ? [] : [shownContact(buyer, null)]), ...onRecord.map(withZip)];
  });
}

const isAmong = (value: string | null, people: readonly Contact[], valuesOf: (person: Contact) => readonly string[]) =>
  value === null || people.some((person) => valuesOf(person).includes(value));

const withZip = (contact: Contact): Contact => ({ ...contact, zip: contact.zip ?? UNKNOWN_ZIP });

const ownerNamed = (nameKey: string | null): Buyer => ({
  ...{ buyerId: 0, name: null, nameKey, isEntity: false, reliability: 0 },
  ...{ mailingKey: null, mailingZip: null, mailingState: null },
});

function fits(contact: Contact, buyer: BuyerSearchItem): boolean {
  const phone = phoneOf(buyer);
  const sameName = contact.firstName === buyer.buyer_first_name && contact.lastName === buyer.buyer_last_name;
  return (
    sameName ||
    (phone !== null && contact.wireless.includes(phone)) ||
    (buyer.buyer_email !== null && contact.email.includes(buyer.buyer_email))
  );
}

function shownContact(buyer: BuyerSearchItem, zip: string | null): Contact {
  const phone = phoneOf(buyer);
  return {
    firstName: buyer.buyer_first_name,
    lastName: buyer.buyer_last_name,
    zip,
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

/** How the contact stands now: as it was said then, unless something was taken since. */
function statusNow(then: BuyerSearchItem, now: BuyerSearchItem, phonesAllowed: boolean): ContactStatus | undefined {
  const took = (field: 'buyer_first_name' | 'buyer_last_name' | 'buyer_phone_number' | 'buyer_email') =>
    then[field] !== null && now[field] === null;
  if (took('buyer_first_name') || took('buyer_last_name') || took('buyer_email')) return 'withheld';
  if (!took('buyer_phone_number')) return then.contact_status;
  if (!phonesAllowed) return 'phones_withheld';
  return now.buyer_email === null ? 'withheld' : 'partly_withheld';
}
