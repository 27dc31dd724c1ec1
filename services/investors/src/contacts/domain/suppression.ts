import { DAY_MS } from '@plat/kit';
/** Do-not-contact rules (docs/rules/do-not-contact.md), applied on every read. */

import { spellingsOf } from './contact-points.ts';

/** A person behind an owner name. */
export interface Contact {
  firstName: string | null;
  lastName: string | null;
  zip: string | null;
  /** Ten-digit numbers, best first. */
  wireless: readonly string[];
  /** Ten-digit numbers; never shown, but an opt-out with one applies to the person. */
  landline: readonly string[];
  /** Lower case, best first. */
  email: readonly string[];
}

export type SuppressionKind = 'phone' | 'email' | 'person';

/** An entry of a do-not-contact list. */
export interface SuppressionEntry {
  kind: SuppressionKind;
  value: string;
  list: string;
}

/** The part of a contact that the lists allow, in the order of the contact. */
export interface AllowedContact {
  firstName: string | null;
  lastName: string | null;
  /** Ten-digit numbers, best first. */
  wireless: readonly string[];
  /** Ten-digit numbers; only the earlier API shows them. */
  landline: readonly string[];
  /** Lower case, best first. */
  email: readonly string[];
  /** Why nothing, or no number, may be shown: `lists` withhold all of it, or the national `snapshot` is too old. */
  withheldBy: 'lists' | 'snapshot' | null;
}

const NATIONAL_SNAPSHOT_MAX_AGE_DAYS = 31;
/**
 * Lists of numbers withhold the number, not its owner. Every other list is the person's own request or a legal risk.
 */
const NUMBER_REGISTRIES: ReadonlySet<string> = new Set(['national_dnc', 'state_dnc', 'reassigned']);
const DELETION_LIST = 'deletion';

/**
 * Whether phone numbers may be shown at all. A snapshot of the national registry older than 31 days is invalid, and so
 * is a missing one: without it no number is known to be callable.
 * @param newestSnapshot day of the newest national snapshot, `YYYY-MM-DD`; null when none was imported
 */
export function nationalSnapshotIsFresh(newestSnapshot: string | null, asOf: string): boolean {
  if (newestSnapshot === null) return false;
  return (Date.parse(asOf) - Date.parse(newestSnapshot)) / DAY_MS <= NATIONAL_SNAPSHOT_MAX_AGE_DAYS;
}

/** Replaces the ZIP code in an entry that applies in every ZIP code. */
export const EVERY_ZIP = '*';

/**
 * Spellings of a person on lists, `FIRST LAST|ZIP` and `FIRST LAST|*`: as known, without accents, punctuation and JR,
 * and without middle names. Empty without first or last name.
 */
export function personKeys({ firstName, lastName, zip }: Pick<Contact, 'firstName' | 'lastName' | 'zip'>): string[] {
  if (firstName === null || lastName === null) return [];
  const [given = firstName] = firstName.split(' ');
  const firsts = given === firstName ? spellingsOf(firstName) : [...spellingsOf(firstName), ...spellingsOf(given)];
  const names = firsts.flatMap((first) => spellingsOf(lastName).map((last) => `${first} ${last}`.toUpperCase()));
  const zips = zip === null ? [EVERY_ZIP] : [zip, EVERY_ZIP];
  return [...new Set(zips.flatMap((one) => names.map((name) => `${name}|${one}`)))];
}

/** Finds entries by kind and value. */
export class SuppressionIndex {
  readonly #lists = new Map<string, Set<string>>();

  constructor(entries: Iterable<SuppressionEntry>) {
    for (const { kind, value, list } of entries) {
      const key = `${kind}:${value}`;
      this.#lists.set(key, (this.#lists.get(key) ?? new Set()).add(list));
    }
  }

  listsOf(kind: SuppressionKind, value: string): ReadonlySet<string> {
    return this.#lists.get(`${kind}:${value}`) ?? NO_LISTS;
  }
}

const NO_LISTS: ReadonlySet<string> = new Set();

/**
 * The part of a contact that may be shown. A number on a number registry is withheld; the next best replaces it. If no wireless
 * number is left, or a number, an address or the person is on any other list, all numbers and addresses are withheld.
 * The name is withheld too when the person asked for deletion.
 * @param phonesAllowed false withholds every number (stale national snapshot)
 */
export function allowedContact(contact: Contact, suppressed: SuppressionIndex, phonesAllowed: boolean): AllowedContact {
  const { firstName, lastName, wireless, landline, email } = contact;
  const lists = new Set<string>();
  const note = (kind: SuppressionKind, value: string): ReadonlySet<string> => {
    const found = suppressed.listsOf(kind, value);
    for (const list of found) if (kind !== 'phone' || !NUMBER_REGISTRIES.has(list)) lists.add(list);
    return found;
  };
  for (const key of personKeys(contact)) note('person', key);
  for (const address of email) note('email', address);
  const callable = (numbers: readonly string[]) => numbers.filter((number) => note('phone', number).size === 0);
  const [callableWireless, callableLandline] = [callable(wireless), callable(landline)];
  const isWithheld = lists.size > 0 || (wireless.length > 0 && callableWireless.length === 0);
  const isDeleted = lists.has(DELETION_LIST);
  return {
    firstName: isDeleted ? null : firstName,
    lastName: isDeleted ? null : lastName,
    wireless: isWithheld || !phonesAllowed ? [] : callableWireless,
    landline: isWithheld || !phonesAllowed ? [] : callableLandline,
    email: isWithheld ? [] : email,
    withheldBy: isWithheld ? 'lists' : phonesAllowed ? null : 'snapshot',
  };
}

/** True if a person asked for deletion, under the name or any number or address on record. */
export function isDeleted(contact: Contact, suppressed: SuppressionIndex): boolean {
  const { wireless, landline, email } = contact;
  const isListed = (kind: SuppressionKind) => (value: string) => suppressed.listsOf(kind, value).has(DELETION_LIST);
  return (
    personKeys(contact).some(isListed('person')) ||
    email.some(isListed('email')) ||
    [...wireless, ...landline].some(isListed('phone'))
  );
}
