import { hasDigit } from './tokens.ts';

/** Spellings of a post office box, longest first. A bare BOX counts only at the start of the line. */
const SPELLINGS: readonly (readonly string[])[] = [
  ['POST', 'OFFICE', 'BOX'],
  ['P', 'O', 'DRAWER'],
  ['P', 'O', 'BOX'],
  ['P', 'O', 'BX'],
  ['PO', 'DRAWER'],
  ['PO', 'BOX'],
  ['PO', 'BX'],
  ['LOCK', 'BOX'],
  ['POBOX'],
  ['LOCKBOX'],
  ['POB'],
];
const FIRST_WORDS: ReadonlySet<string> = new Set([...SPELLINGS.map((words) => words[0] as string), 'BOX', 'DRAWER']);
const GLUED = /^(?:POBOX|POB)(\d+)$/;

/** Finds a PO box in `words[from, to)`. @returns its number and the words that it covers. */
export function findBox(
  words: readonly string[],
  from: number,
  to: number,
): { number: string; from: number; next: number } | null {
  for (let at = from; at < to && at < words.length; at++) {
    const word = words[at] as string;
    if (word.charCodeAt(0) === 80 /* P */) {
      const glued = GLUED.exec(word);
      if (glued !== null) return { number: glued[1] as string, from: at, next: at + 1 };
    }
    if (!FIRST_WORDS.has(word)) continue;
    const isBare = word === 'BOX' || word === 'DRAWER';
    if (isBare && at !== from) continue;
    const spelling = isBare
      ? [word]
      : SPELLINGS.find((parts) => parts.every((part, index) => words[at + index] === part));
    if (spelling === undefined) continue;
    let next = at + spelling.length;
    if (words[next] === '#' || words[next] === 'NO') next++;
    const number = words[next];
    if (next >= to || number === undefined || !(hasDigit(number) || number.length === 1)) continue;
    return { number: number.replace(/^0+(?=\d)/, ''), from: at, next: next + 1 };
  }
  return null;
}
