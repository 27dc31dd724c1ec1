import { normaliseZip, STATE_CODES } from '@plat/records';

/** In place of a ZIP code: the person in every ZIP code. */
const EVERY_ZIP = '*';

/** Named in the message about an unreadable entry. */
export const PERSON_FORMS = '"FIRST LAST|ZIP" or "LAST, FIRST|ZIP", with or without the ZIP code';

const TITLES: ReadonlySet<string> = new Set(['MR', 'MRS', 'MS', 'MISS', 'DR', 'REV', 'REVEREND', 'HON']);
const SUFFIXES: ReadonlySet<string> = new Set(['JR', 'SR', 'II', 'III', 'IV', 'V', 'ESQ', 'MD', 'PHD', 'DDS', 'CPA']);
/** A ZIP code may follow a blank; one without its leading zero only a separator. */
const ZIP_AT_END = /(?:[|,;\t]\s*(\d{3,5}|\d{8,9}|\d{5}[-\s]\d{4})|\s\(?(\d{5}(?:-?\d{4})?))(?:\.0+)?\)?$/;
const EVERY_ZIP_AT_END = /\|\s*\*?$/;
const STATE_AT_END = /[|\t]\s*([A-Za-z]{2})$/;
/** More middle names than this are kept or left out together. */
const MAX_MIDDLE_NAMES = 4;

/**
 * Reads a person on a do-not-contact list: `FIRST LAST|ZIP`, `LAST, FIRST|ZIP`, `FIRST|LAST|ZIP`, with a comma,
 * semicolon or tab in place of the bar, with ZIP+4, or without a ZIP code. A state in place of the ZIP code means
 * every ZIP code: the entry withholds more, never less.
 * @returns `FIRST LAST|ZIP` with five digits, or with `*` for every ZIP code; several people joined by ` & `. Null
 *   if the text is not a first and a last name, or if an unknown piece follows a full name.
 */
export function readPersonEntry(text: string): string | null {
  const tidied = text.replace(/["“”]/g, '').trim();
  const zipMatch = ZIP_AT_END.exec(tidied);
  // 00000 and 99999 mean an unknown ZIP code.
  const zip = normaliseZip((zipMatch?.[1] ?? zipMatch?.[2] ?? '').replace(/\s/, '-')) ?? EVERY_ZIP;
  const named = tidied.slice(0, zipMatch?.index).trim();
  const name = named.replace(EVERY_ZIP_AT_END, '').trim();
  if (/[\d@*]/.test(name)) return null;
  const hasZipField = zipMatch !== null || name.length < named.length;
  const people = readBeforeState(name) ?? readPeople(name, hasZipField);
  return people === null ? null : `${people.join(' & ')}|${zip}`;
}

/**
 * The lookup keys of an entry. A middle name may belong to the first or the last name, so there are keys with and
 * without it.
 * @param entry from `readPersonEntry`.
 */
export function personEntryKeys(entry: string): string[] {
  const [names = '', zip = EVERY_ZIP] = entry.split('|');
  const keys = names.split(' & ').flatMap((name) => {
    const words = name.split(' ');
    if (words.length < 2) return [`${name}|${zip}`];
    const [first, middle, last] = [words.slice(0, 1), words.slice(1, -1), words.slice(-1)];
    const choices = middle.length > MAX_MIDDLE_NAMES ? [middle, []] : subsequences(middle);
    return choices.map((chosen) => `${[...first, ...chosen, ...last].join(' ')}|${zip}`);
  });
  return [...new Set(keys)];
}

/** The people before a state at the end of the text; null without a state or without a whole name. */
function readBeforeState(text: string): string[] | null {
  const state = STATE_AT_END.exec(text);
  return state !== null && STATE_CODES.has(state[1]!.toUpperCase())
    ? readPeople(text.slice(0, state.index), true)
    : null;
}

/**
 * Each person as `FIRST MIDDLE LAST`; null if one of them lacks a first or last name.
 * @param hasZipField true if a ZIP code or its empty field followed: the piece after a bar is the last name.
 *   Otherwise it is one only after a single first name, because `RUTH ASHBROOK|ABCDE` is not a known form.
 */
function readPeople(text: string, hasZipField: boolean): string[] | null {
  const pieces = text
    .split(/[|,;\t]/)
    .map(nameWords)
    .filter((words) => words.length > 0 && !words.every((word) => SUFFIXES.has(word)));
  if (pieces.length === 0 || pieces.length > 2) return null;
  const [one = [], two] = pieces;
  const isFirstThenLast = /[|\t]/.test(text);
  // DOE & ROE, JANE is ambiguous.
  if (two !== undefined && !isFirstThenLast && one.includes('&')) return null;
  if (isFirstThenLast && two !== undefined && !hasZipField && !isSingleFirstName(one, two)) return null;
  const people = isFirstThenLast || two === undefined ? splitOnAnd([...one, ...(two ?? [])]) : surnameFirst(one, two);
  const last = people.at(-1) ?? [];
  const [surname] = last.length > 1 ? last.slice(-1) : [];
  if (surname === undefined) return null;
  // Only the joined parts show which titles are at the ends.
  const full = people.map((words) => nameWords([...words, ...(words.length === 1 ? [surname] : [])].join(' ')));
  const isWhole = (words: readonly string[]): boolean => words.length > 1 && words.join('').length > 2;
  return full.every(isWhole) ? full.map((words) => words.join(' ')) : null;
}

/** RUTH|AZ may be a person in Arizona without a last name. */
const isSingleFirstName = (firsts: readonly string[], last: readonly string[]): boolean =>
  splitOnAnd(firsts).every((words) => words.length === 1) && !STATE_CODES.has(last.join(' '));

const surnameFirst = (last: readonly string[], firsts: readonly string[]): string[][] =>
  splitOnAnd(firsts).map((words) => [...words, ...last]);

function splitOnAnd(words: readonly string[]): string[][] {
  const people: string[][] = [[]];
  for (const word of words) {
    if (word === '&') people.push([]);
    else people.at(-1)?.push(word);
  }
  return people.filter((person) => person.length > 0);
}

/** Words in upper case without accents, punctuation, titles and JR; a hyphen separates words, AND becomes `&`. */
function nameWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[-‐-―/]/g, ' ')
    .replace(/[&+]|\band\b/gi, ' & ')
    .replace(/[^\p{L}\s&]/gu, '');
  const words = plain.toUpperCase().split(/\s+/).filter(Boolean);
  while (words.length > 1 && TITLES.has(words[0]!)) words.shift();
  while (words.length > 1 && SUFFIXES.has(words.at(-1)!)) words.pop();
  return words;
}

function subsequences(words: readonly string[]): string[][] {
  return words.reduce<string[][]>((found, word) => found.flatMap((chosen) => [chosen, [...chosen, word]]), [[]]);
}
