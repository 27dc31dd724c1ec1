import { ownerWords } from './capacities.ts';
import { classifyName } from './classify.ts';
import { LEGAL_FORMS, standardForms } from './legal-forms.ts';
import type { PartyKind } from './party-kinds.ts';
import { readsAsPeople } from './people.ts';
import { type PersonName, readPersons } from './persons.ts';
import { nameWords, withoutCommas } from './words.ts';

export interface NormalisedName {
  /**
   * Decision C.6: entities in recorded order with standard legal forms (`OAK STREET HOMES II LLC`); people as sorted
   * words, several people sorted and joined by AND (`A JOHN SMITH AND B MARY SMITH`). Empty for an empty name.
   */
  nameKey: string;
  kind: PartyKind;
  /** Company, trust or other non-person; false for people and withheld names. */
  isEntity: boolean;
  /** Surname of the first person, for the test of relation between seller and buyer; null for entities. */
  surnameKey: string | null;
  /** The name as recorded, tidied: one blank between words, one AND between people, no unfinished AND or comma at the end. */
  displayName: string;
  /** The people of a person-owned record, in recorded order; empty for entities. */
  persons: PersonName[];
}

/** SAM'S DINER: people's names carry no possessive. */
const POSSESSIVE = /[a-z]{2}['’]s\b/i;

/** Normalises an owner name as recorded (decision C.6). Pure and total; equal owners get equal keys. */
export function normaliseOwnerName(name: string): NormalisedName {
  const displayName = tidy(name);
  const all = nameWords(name);
  const owner = ownerWords(all);
  const plain = standardForms(withoutCommas(owner));
  // The capacities dropped above hide nothing that decides the kind but a lender's "as trustee".
  const classified = readsAsPeople(owner) ? 'person' : heldInTrust(classifyName(plain), plain, all);
  const kind = classified === 'person' && POSSESSIVE.test(name) ? 'company' : classified;
  if (kind !== 'person') {
    const nameKey = plain.join(' ');
    return { nameKey, kind, isEntity: kind !== 'withheld', surnameKey: null, displayName, persons: [] };
  }
  const persons = readPersons(owner);
  if (persons.length === 0)
    return { nameKey: '', kind: 'withheld', isEntity: false, surnameKey: null, displayName, persons: [] };
  const keys = new Set(persons.map((read) => [...read.words].sort().join(' ')));
  return {
    nameKey: [...keys].sort().join(' AND '),
    kind,
    isEntity: false,
    surnameKey: persons[0]?.person.last ?? null,
    displayName,
    persons: persons.map((read) => read.person),
  };
}

const TRUSTEES: ReadonlySet<string> = new Set(['TRUSTEE', 'TRUSTEES', 'TTEE', 'TTEES', 'TRS', 'TR']);

/** What looks like a company without a legal form, and names trustees, is a trust: `DOE JANE TR JANE A DOE TR`. */
const heldInTrust = (kind: PartyKind, plain: readonly string[], all: readonly string[]): PartyKind =>
  kind === 'company' &&
  !plain.some((word) => LEGAL_FORMS.has(word)) &&
  all.some((word, at) => at > 0 && TRUSTEES.has(word))
    ? 'trust'
    : kind;

const tidy = (name: string): string =>
  name
    .replace(/\s+/g, ' ')
    .replace(/(?:\s(?:AND|&))+(?=\s(?:AND|&)\s)/gi, '')
    .replace(/(?:[\s,;&]|\bAND\b)+$/i, '')
    .trim();

/** Whether the second owner column goes on with the first one's name instead of naming another owner. */
const CONTINUES =
  /^(?:OF|FOR|AND|THE|TRUST|TRUSTEE|FAMILY|LLC|INC|LP|CORP|CO|COMPANY|L\.?L\.?C|PARTNERSHIP|ASSOCIATION|AUTHORITY)\b/;
const UNFINISHED = /(?:\b(?:OF|THE|FOR|AND|TRUSTEES?|TTEES?|TRS?|TRUSTEE OF|LIMITED|LIABILITY|SERIES)|&|,|-)$/;

/**
 * Joins the two owner columns of a roll: a wrapped name is put together (`REDEVELOPMENT AUTHORITY` + `OF SPRINGFIELD`),
 * another owner follows an AND, `C/O` lines are left out. @returns null when both are empty.
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
