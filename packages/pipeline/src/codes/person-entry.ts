import { normaliseZip } from '@plat/records';

/** Stands for a ZIP code in the entry of a person who is meant wherever they get mail. */
export const EVERY_ZIP = '*';

/** Named in the message about an entry that cannot be read. */
export const PERSON_FORMS = '"FIRST LAST|ZIP" or "LAST, FIRST|ZIP", with or without the ZIP code';

const TITLES: ReadonlySet<string> = new Set(['MR', 'MRS', 'MS', 'MISS', 'DR', 'REV', 'REVEREND', 'HON']);
const SUFFIXES: ReadonlySet<string> = new Set(['JR', 'SR', 'II', 'III', 'IV', 'V', 'ESQ', 'MD', 'PHD', 'DDS', 'CPA']);
/** A ZIP code may follow a blank; a shortened one (its leading zero lost) only a separator. */
const ZIP_AT_END = /(?:[|,;\t]\s*(\d{3,5}|\d{8,9}|\d{5}[-\s]\d{4})|\s\(?(\d{5}(?:-?\d{4})?))(?:\.0+)?\)?$/;
const EVERY_ZIP_AT_END = /\|\s*\*?$/;
/** More middle names than this are kept or left out together. */
const MAX_MIDDLE_NAMES = 4;

/**
 * A person as written on a do-not-contact list: `FIRST LAST|ZIP`, `LAST, FIRST|ZIP`, `FIRST|LAST|ZIP`, with a comma,
 * semicolon or tab in place of the bar, with ZIP+4, or without a ZIP code.
 * @returns `FIRST LAST|ZIP` with five digits, or with `*` for every ZIP code; several people joined by ` & `. Null when
 *   the text is not a first and a last name.
 */
export function readPersonEntry(text: string): string | null {
  const tidied = text.replace(/["“”]/g, '').trim();
  const zipMatch = ZIP_AT_END.exec(tidied);
  // 00000 and 99999 stand for an unknown ZIP code.
  const zip = normaliseZip((zipMatch?.[1] ?? zipMatch?.[2] ?? '').replace(/\s/, '-')) ?? EVERY_ZIP;
  const name = tidied.slice(0, zipMatch?.index).replace(EVERY_ZIP_AT_END, '');
  if (/[\d@*]/.test(name)) return null;
  const people = readPeople(name);
  return people === null ? null : `${people.join(' & ')}|${zip}`;
}

/**
 * The keys under which an entry is looked up. Nobody knows whether a middle name belongs to the first or the last, so
 * an entry also stands under the name without it.
 * @param entry as `readPersonEntry` returns it
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

/** Each person as `FIRST MIDDLE LAST`; null when one of them has no first or no last name. */
function readPeople(text: string): string[] | null {
  const pieces = text
    .split(/[|,;\t]/)
    .map(nameWords)
    .filter((words) => words.length > 0 && !words.every((word) => SUFFIXES.has(word)));
  if (pieces.length === 0 || pieces.length > 2) return null;
  const [one = [], two] = pieces;
  const isFirstThenLast = /[|\t]/.test(text);
  // DOE & ROE, JANE names nobody for certain.
  if (two !== undefined && !isFirstThenLast && one.includes('&')) return null;
  const people = isFirstThenLast || two === undefined ? splitOnAnd([...one, ...(two ?? [])]) : surnameFirst(one, two);
  const last = people.at(-1) ?? [];
  const [surname] = last.length > 1 ? last.slice(-1) : [];
  if (surname === undefined) return null;
  // Titles may stand at the ends only now that the parts are joined.
  const full = people.map((words) => nameWords([...words, ...(words.length === 1 ? [surname] : [])].join(' ')));
  const isWhole = (words: readonly string[]): boolean => words.length > 1 && words.join('').length > 2;
  return full.every(isWhole) ? full.map((words) => words.join(' ')) : null;
}

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

/** Words in upper case without accents, punctuation, titles and JR; a hyphen parts words, AND is `&`. */
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
