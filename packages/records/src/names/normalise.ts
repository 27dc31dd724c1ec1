import { foldText } from '../fold-text.ts';
import { ownerWords } from './capacities.ts';
import { classifyName } from './classify.ts';
import { LEGAL_FORMS, standardForms } from './legal-forms.ts';
import { type NameOrder, orderOf } from './name-order.ts';
import type { PartyKind } from './party-kinds.ts';
import { readsAsPeople } from './people.ts';
import { firstPersonLogOdds, type PersonName, readPersons } from './persons.ts';
import { nameWords, withoutCommas } from './words.ts';

export interface NormalisedName {
  /**
   * Key of the owner (docs/rules/buyers.md). Entities keep their order, with standard legal forms (`OAK STREET
   * HOMES II LLC`). People are sorted words; several people are sorted and joined by AND (`A JOHN SMITH AND B MARY
   * SMITH`). Empty for an empty name.
   */
  nameKey: string;
  kind: PartyKind;
  /** Company, trust or other non-person; false for people and withheld names. */
  isEntity: boolean;
  /** Surname of the first person, for detecting related sellers and buyers; null for entities. */
  surnameKey: string | null;
  /** The recorded name, tidied: single spaces, one AND between people, no final AND or comma. */
  displayName: string;
  /** The people of a person-owned record, in recorded order; empty for entities. */
  persons: PersonName[];
}

/** SAM'S DINER: names of people have no possessive. */
const POSSESSIVE = /[a-z]{2}['’]s\b/i;

/**
 * Normalises a recorded owner name (docs/rules/buyers.md). Pure and total; equal owners get equal keys.
 * @param order how the source writes people, see `readNameOrder`. It decides first and last names only: the key of a
 *   name is the same in every source.
 */
export function normaliseOwnerName(name: string, order?: NameOrder): NormalisedName {
  const displayName = tidy(name);
  const all = nameWords(name);
  const owner = ownerWords(all);
  const plain = standardForms(withoutCommas(owner));
  // Among the dropped capacities, only a lender's "as trustee" affects the kind.
  const classified = kindOf(owner, plain, all);
  const kind = classified === 'person' && POSSESSIVE.test(name) ? 'company' : classified;
  if (kind !== 'person') {
    const nameKey = plain.join(' ');
    return { nameKey, kind, isEntity: kind !== 'withheld', surnameKey: null, displayName, persons: [] };
  }
  const hyphenated = hyphenatedPairs(name);
  const persons = readPersons(owner, { hyphenated });
  if (persons.length === 0)
    return { nameKey: '', kind: 'withheld', isEntity: false, surnameKey: null, displayName, persons: [] };
  const keys = new Set(persons.map((read) => [...read.words].sort().join(' ')));
  const people = (order === undefined ? persons : readPersons(owner, { order, hyphenated })).map((read) => read.person);
  return {
    nameKey: [...keys].sort().join(' AND '),
    kind,
    isEntity: false,
    surnameKey: people[0]?.last ?? null,
    displayName,
    persons: people,
  };
}

/** How a source writes people: surname first or in natural order, learned from its recorded names. */
export function readNameOrder(names: Iterable<string>): NameOrder {
  const logOdds: number[] = [];
  for (const name of names) {
    const owner = ownerWords(nameWords(name));
    const isPerson = classifyName(standardForms(withoutCommas(owner))) === 'person';
    const known = isPerson ? firstPersonLogOdds(owner) : null;
    if (known !== null) logOdds.push(known);
  }
  return orderOf(logOdds);
}

/** Pairs of words that a hyphen joins, as words of the name: `DOE-ROE` is `DOE ROE`. */
function hyphenatedPairs(name: string): ReadonlySet<string> {
  if (!name.includes('-')) return new Set();
  const pairs = foldText(name)
    .replace(/['`.]/g, '')
    .matchAll(/(?=\b([A-Z]{2,})-([A-Z]{2,}))/g);
  return new Set([...pairs].map(([, left, right]) => `${left} ${right}`));
}

const TRUSTEES: ReadonlySet<string> = new Set(['TRUSTEE', 'TRUSTEES', 'TTEE', 'TTEES', 'TRS', 'TR']);

/** An apparent company without a legal form that names trustees is a trust: `DOE JANE TR JANE A DOE TR`. */
const heldInTrust = (kind: PartyKind, plain: readonly string[], all: readonly string[]): PartyKind =>
  kind === 'company' &&
  !plain.some((word) => LEGAL_FORMS.has(word)) &&
  all.some((word, at) => at > 0 && TRUSTEES.has(word))
    ? 'trust'
    : kind;

/** LEESBURG, TOWN OF: rolls put the name of the place first. */
const PLACES: ReadonlySet<string> = new Set(['CITY', 'TOWN', 'VILLAGE', 'STATE', 'COMMONWEALTH', 'PARISH']);
const isPlaceFirst = (all: readonly string[]): boolean => all.at(-1) === 'OF' && PLACES.has(all.at(-2) ?? '');

function kindOf(owner: readonly string[], plain: readonly string[], all: readonly string[]): PartyKind {
  if (isPlaceFirst(all)) return 'government';
  return readsAsPeople(owner) ? 'person' : heldInTrust(classifyName(plain), plain, all);
}

const tidy = (name: string): string =>
  name
    .replace(/\s+/g, ' ')
    .replace(/(?:\s(?:AND|&))+(?=\s(?:AND|&)\s)/gi, '')
    .replace(/(?:[\s,;&]|\bAND\b)+$/i, '')
    .trim();

/** True when the second owner column continues the first name instead of naming another owner. */
const CONTINUES =
  /^(?:OF|FOR|AND|THE|TRUST|TRUSTEE|FAMILY|LLC|INC|LP|CORP|CO|COMPANY|L\.?L\.?C|PARTNERSHIP|ASSOCIATION|AUTHORITY)\b/;
const UNFINISHED = /(?:\b(?:OF|THE|FOR|AND|TRUSTEES?|TTEES?|TRS?|TRUSTEE OF|LIMITED|LIABILITY|SERIES)|&|,|-)$/;

/**
 * Joins the two owner columns of a roll. A wrapped name is reassembled (`REDEVELOPMENT AUTHORITY` + `OF
 * SPRINGFIELD`), another owner follows an AND, and `C/O` lines are dropped. @returns null when both are empty.
 */
export function joinOwnerNames(first: string | null | undefined, second: string | null | undefined): string | null {
  const left = (first ?? '').replace(/\s+/g, ' ').trim();
  const right = (second ?? '').replace(/\s+/g, ' ').trim();
  if (right === '' || /^(?:C\/O|%|ATTN)/i.test(right)) return left === '' ? null : left;
  if (left === '') return right;
  if (left.toUpperCase() === right.toUpperCase()) return left;
  const isOneName = CONTINUES.test(right.toUpperCase()) || UNFINISHED.test(left.toUpperCase());
  return isOneName ? `${left} ${right}` : `${left} AND ${right}`;
}
