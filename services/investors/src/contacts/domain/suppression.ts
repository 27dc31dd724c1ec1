/** Do-not-contact rules (C.12), applied on every read. */

import { spellingsOf } from './contact-points.ts';

/** A person behind an owner name, as contact data has it. */
export interface Contact {
  firstName: string | null;
  lastName: string | null;
  zip: string | null;
  /** Ten-digit numbers, best first. */
  wireless: readonly string[];
  /** Ten-digit numbers; never shown, but a wish given with one holds for the person. */
  landline: readonly string[];
  /** Lower case, best first. */
  email: readonly string[];
}

export type SuppressionKind = 'phone' | 'email' | 'person';

/** An entry of a do-not-contact list that some contact was found on. */
export interface SuppressionEntry {
  kind: SuppressionKind;
  value: string;
  list: string;
}

/** What may be shown of a contact: all of it that the lists leave, in the order of the contact. */
export interface AllowedContact {
  firstName: string | null;
  lastName: string | null;
  /** Ten-digit numbers, best first. */
  wireless: readonly string[];
  /** Ten-digit numbers; only the earlier API shows them. */
  landline: readonly string[];
  /** Lower case, best first. */
  email: readonly string[];
  /** Why nothing, or no number, is left: `lists` took all of it, or the national `snapshot` is too old. */
  withheldBy: 'lists' | 'snapshot' | null;
}

export const NATIONAL_SNAPSHOT_MAX_AGE_DAYS = 31;
/** Lists of numbers: being on one withholds that number, not its owner. All other lists are a person's own wish or risk. */
const NUMBER_REGISTRIES: ReadonlySet<string> = new Set(['national_dnc', 'state_dnc', 'reassigned']);
const DELETION_LIST = 'deletion';
const DAY_MS = 86_400_000;

/**
 * Whether phone numbers may be shown at all. A snapshot of the national registry older than 31 days counts for nothing,
 * and one that was never imported is older than any: without it no number can be known to be callable.
 * @param newestSnapshot day of the newest national snapshot, `YYYY-MM-DD`, null when none was imported.
 */
export function nationalSnapshotIsFresh(newestSnapshot: string | null, asOf: string): boolean {
  if (newestSnapshot === null) return false;
  return (Date.parse(asOf) - Date.parse(newestSnapshot)) / DAY_MS <= NATIONAL_SNAPSHOT_MAX_AGE_DAYS;
}

/** In place of a ZIP code in the entry of a person: wherever somebody of that name gets mail. */
export const EVERY_ZIP = '*';

/**
 * Spellings under which a person may stand on a list, `FIRST LAST|ZIP` and `FIRST LAST|*`: as known, without accents,
 * punctuation and JR, and without middle names. Empty when too little is known to be on one.
 */
export function personKeys({ firstName, lastName, zip }: Pick<Contact, 'firstName' | 'lastName' | 'zip'>): string[] {
  if (firstName === null || lastName === null) return [];
  const [given = firstName] = firstName.split(' ');
  const firsts = given === firstName ? spellingsOf(firstName) : [...spellingsOf(firstName), ...spellingsOf(given)];
  const names = firsts.flatMap((first) => spellingsOf(lastName).map((last) => `${first} ${last}`.toUpperCase()));
  const zips = zip === null ? [EVERY_ZIP] : [zip, EVERY_ZIP];
  return [...new Set(zips.flatMap((one) => names.map((name) => `${name}|${one}`)))];
}

/** Looks entries up by what they are about. */
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
 * What may be shown of a contact. A number on a number registry is withheld and the next best takes its place; when
 * no wireless number is left, or a number, an address or the person is on any other list, all numbers and addresses are
 * withheld, and the name too when the person asked for deletion.
 * @param phonesAllowed false withholds every number (stale national snapshot).
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
