import { STRONG_SUFFIXES } from '@plat/records';

/**
 * True if two streets differ only in suffix or blanks: OAKWOOD AVE and OAKWOOD ST, MILL STONE RD and MILLSTONE RD.
 * Proves one home only with the same house number and ZIP. Numbered streets need the same suffix.
 */
export function sameBut(left: readonly string[], right: readonly string[]): boolean {
  const core = coreOf(left);
  return core.length > 2 && !/\d/.test(core) && core === coreOf(right);
}

const EXTENSIONS: ReadonlySet<string> = new Set(['EXT', 'PIKE', 'PK']);

/** The street name as one word, without full or truncated suffixes. */
function coreOf(street: readonly string[]): string {
  let end = street.length;
  while (end > 1 && isSuffix(street[end - 1] as string)) end--;
  return street.slice(0, end).join('');
}

const isSuffix = (word: string): boolean =>
  STRONG_SUFFIXES.has(word) || EXTENSIONS.has(word) || /^[A-DF-MO-RT-VX-Z]$/.test(word);

const MIN_ABBREVIATION_LETTERS = 4;

/** True if one side only lacks words at its start (N, JOHN F) or end (ST), or abbreviates some. */
export function sameStreet(left: readonly string[], right: readonly string[]): boolean {
  const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left];
  const missing = longer.length - shorter.length;
  const matchesFrom = (start: number) => shorter.every((word, at) => sameWord(word, longer[start + at] as string));
  return (missing <= 1 && matchesFrom(0)) || (shorter.length > 1 && matchesFrom(missing));
}

/** Equal, truncated (MASS, MASSACHUSETTS), contracted (PK, PARK), or one typo apart in a long word. */
function sameWord(left: string, right: string): boolean {
  if (left === right) return true;
  const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left];
  if (shorter.length >= MIN_ABBREVIATION_LETTERS && longer.startsWith(shorter)) return true;
  if (/\d/.test(longer)) return false;
  if (shorter.length > 1 && shorter.at(-1) === longer.at(-1) && startsAndFollows(shorter, longer)) return true;
  return shorter.length > MIN_ABBREVIATION_LETTERS && oneLetterApart(shorter, longer);
}

/** The letters of a contraction occur in order in the word, which starts with the same letter. */
function startsAndFollows(contraction: string, word: string): boolean {
  if (contraction[0] !== word[0]) return false;
  let at = 0;
  for (const letter of contraction) {
    at = word.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** One letter added, wrong or swapped. */
function oneLetterApart(shorter: string, longer: string): boolean {
  if (longer.length - shorter.length > 1) return false;
  let at = 0;
  while (at < shorter.length && shorter[at] === longer[at]) at++;
  const exchanged =
    shorter.length === longer.length && shorter[at] === longer[at + 1] && shorter[at + 1] === longer[at];
  if (exchanged && shorter.slice(at + 2) === longer.slice(at + 2)) return true;
  return shorter.slice(shorter.length === longer.length ? at + 1 : at) === longer.slice(at + 1);
}
