import type { BuyerSearchItem, ContactStatus } from '@plat/contracts';
import type { Buyer } from '@plat/dataset';
import { denseRanks } from '../../deals/index.ts';
import type { WithholdingPorts } from './ports.ts';
import { allowedContact, type Contact, nationalSnapshotIsFresh, personKeys, SuppressionIndex } from './suppression.ts';

/** Replaces an unknown ZIP code: entries for any ZIP code apply. */
const UNKNOWN_ZIP = '?';

export interface Withholding {
  /** The company that reads the results; its own lookups apply. */
  companyId: string;
  /** UTC day that decides whether the national snapshot is still valid, `YYYY-MM-DD`. */
  asOf: string;
  /** Time of reading, ISO 8601 in UTC. */
  checkedAt: string;
  /** Leaves out buyers without a phone number and ranks the others again. */
  hideNoPhone: boolean;
}

/**
 * Applies today's do-not-contact lists to buyers of an earlier response (docs/rules/do-not-contact.md). A response
 * shows less than was known then, so doubt withholds: opt-outs of every person on record who matches what was shown
 * apply, and of any namesake when no person on record does. Withheld data never returns.
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
    const said = buyer.explain ?? buyer;
    const { contact_status: statusThen, contact_checked_at: checkedThen } = said;
    if (statusThen === undefined) return now;
    const contact = {
      contact_status: statusNow(buyer, statusThen, now, phonesAllowed),
      contact_checked_at: checkedThen === null ? null : checkedAt,
    };
    return now.explain === undefined ? { ...now, ...contact } : { ...now, explain: { ...now.explain, ...contact } };
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

/** The possible owners of each shown contact: matching people on record, and the shown contact itself. */
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
  buyerId: 0,
  name: null,
  nameKey,
  isEntity: false,
  reliability: 0,
  mailingKey: null,
  mailingZip: null,
  mailingState: null,
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
    ...(buyer.explain === undefined || !isDeleted ? {} : { explain: { ...buyer.explain, mailing_address: null } }),
  };
}

/** The status now: unchanged, unless data was withheld since. */
function statusNow(
  then: BuyerSearchItem,
  statusThen: ContactStatus,
  now: BuyerSearchItem,
  phonesAllowed: boolean,
): ContactStatus {
  const took = (field: 'buyer_first_name' | 'buyer_last_name' | 'buyer_phone_number' | 'buyer_email') =>
    then[field] !== null && now[field] === null;
  if (took('buyer_first_name') || took('buyer_last_name') || took('buyer_email')) return 'withheld';
  if (!took('buyer_phone_number')) return statusThen;
  if (!phonesAllowed) return 'phones_withheld';
  return now.buyer_email === null ? 'withheld' : 'partly_withheld';
}
