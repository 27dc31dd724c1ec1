import { COMPANY_WORDS } from './company-words.ts';
import { LEGAL_FORMS } from './legal-forms.ts';
import { isGivenName, log2ShareOf, type NameOrder } from './name-order.ts';
import type { NormalisedName } from './normalise.ts';
import { isTitle, type PersonName, readPersons } from './persons.ts';
import { COMMA, nameWords } from './words.ts';

/** A person whom a recorded name mentions, as evidence that two names have one owner (docs/rules/buyers.md). */
export interface NamedPerson {
  /** First and last name in alphabetical order, so that a wrong reading of their order changes nothing. */
  key: string;
  /** Middle names or initials; empty when the record has none. */
  middle: string;
  /** JR, SR, II and so on; empty when the record has none. */
  generation: string;
  /** Binary logarithm of the share of people who have this first and last name. */
  log2Share: number;
  /** Whether the person holds title, alone or as trustee. A trust may be named after somebody else, or a river. */
  holdsTitle: boolean;
}

/** Words after the people who hold title for a trust: `DOE, JANE TTEE DOE FAMILY REV TRUST`. */
const TRUSTEES: ReadonlySet<string> = new Set(
  'TR TRS TRTES TRTS TRTEES TRUSTEE TRUSTEES TRUSTE TRSTE TRSTEE TRSTEES TTEE TTEES TTE COTTEES CO'.split(' '),
);
/** Other words between the people and the parts of a trust's name. */
const BETWEEN: ReadonlySet<string> = new Set(
  'TRT TRST TRUST TRUSTS OF THE FOR UNDER FBO U/D/T UDT UTD AND OR DATED'.split(' '),
);
/** Words between the person after whom a trust is named and its TRUST. */
const KIND_OF_TRUST: ReadonlySet<string> = new Set(
  'REV REVOC REVOCABLE IRREV IRREVOC IRREVOCABLE LIV LIVING FAMILY FAM REALTY NOMINEE REAL ESTATE SUPPLEMENTAL MARITAL'.split(
    ' ',
  ),
);
const MIN_LETTERS = 2;
const MAX_WORDS = 4;

/**
 * The people that a recorded name of a person or a trust mentions with first and last name.
 * @param persons those that `normaliseOwnerName` read in the name; none in a trust's
 */
export function namedPeople(name: string, { kind, persons }: Named, order?: NameOrder): NamedPerson[] {
  if (kind === 'person') return persons.flatMap((person) => named(person, true));
  if (kind !== 'trust') return [];
  const found = new Map<string, NamedPerson>();
  for (const { words, holdsTitle } of peopleOfTrust(nameWords(name))) {
    for (const { person } of readPersons(words, { order })) {
      for (const each of named(person, holdsTitle)) {
        const id = `${each.key}/${each.middle}/${each.generation}`;
        if (each.holdsTitle || !found.has(id)) found.set(id, each);
      }
    }
  }
  return [...found.values()];
}

type Named = Pick<NormalisedName, 'kind' | 'persons'>;

function named({ first, middle, last, generation = '' }: PersonName, holdsTitle: boolean): NamedPerson[] {
  if (first === null || last === null || first.length < MIN_LETTERS || last.length < MIN_LETTERS) return [];
  const key = first < last ? `${first} ${last}` : `${last} ${first}`;
  return [{ key, middle: middle ?? '', generation, log2Share: log2ShareOf(first, last), holdsTitle }];
}

interface PartOfTrust {
  words: string[];
  holdsTitle: boolean;
}

/** The parts of a trust's name that read as a person: two to four words, one of them a given name or a comma. */
function peopleOfTrust(words: readonly string[]): PartOfTrust[] {
  const parts: PartOfTrust[] = [{ words: [], holdsTitle: false }];
  let trustees = 0;
  for (const word of words) {
    if (TRUSTEES.has(word)) for (; trustees < parts.length; trustees++) parts[trustees]!.holdsTitle = true;
    if (TRUSTEES.has(word) || BETWEEN.has(word)) {
      if (word !== 'AND' && !TRUSTEES.has(word)) trustees = parts.length;
      parts.push({ words: [], holdsTitle: false });
    } else parts.at(-1)!.words.push(word);
  }
  return parts
    .map((part) => ({ ...part, words: withoutKindOfTrust(part.words) }))
    .filter(({ words: part }) => readsAsPerson(part));
}

function readsAsPerson(part: readonly string[]): boolean {
  const plain = part.filter((word) => word !== COMMA && !isTitle(word));
  if (plain.length < 2 || plain.length > MAX_WORDS) return false;
  if (plain.some((word) => /\d/.test(word) || COMPANY_WORDS.has(word) || LEGAL_FORMS.has(word))) return false;
  return plain.some(isGivenName) || part.indexOf(COMMA) > 0;
}

function withoutKindOfTrust(part: readonly string[]): string[] {
  let to = part.length;
  while (to > 0 && (KIND_OF_TRUST.has(part[to - 1] as string) || part[to - 1] === COMMA)) to--;
  const from = part[0] === COMMA ? 1 : 0;
  return part.slice(from, Math.max(from, to));
}
