import { DIRECTIONALS } from './directionals.ts';
import { NUMBER_WORDS } from './numerals.ts';
import { SUFFIXES } from './suffixes.ts';
import { allDigits, startsWithDigit } from './tokens.ts';

const GRID_NUMBER = /^[NSEW]\d+[NSEW]\d+[A-Z]?$/;
const GRID_HALF = /^[NSEW]\d+$/;
const ORDINAL = /^\d+(ST|ND|RD|TH)$/;

export const isOrdinal = (word: string): boolean => startsWithDigit(word) && ORDINAL.test(word);

/** A word that can only be a house number: digits with at most one letter, a range, or a Wisconsin grid number. */
export const looksLikeHouseNumber = (word: string): boolean =>
  startsWithDigit(word) ? !ORDINAL.test(word) : GRID_NUMBER.test(word);

const withoutLeadingZeros = (number: string): string => {
  let at = 0;
  while (at < number.length - 1 && number[at] === '0' && startsWithDigit(number[at + 1] ?? '')) at++;
  return at === 0 ? number : number.slice(at);
};

/**
 * Reads the house number at the start of `words[from, to)`. @returns the start of the street; the number may be
 * null.
 */
export function readHouseNumber(
  words: readonly string[],
  from: number,
  to: number,
): { houseNumber: string | null; next: number } {
  const word = words[from];
  if (from >= to || word === undefined) return { houseNumber: null, next: from };
  if (!startsWithDigit(word)) return readUnusualNumber(words, from, to, word);
  if (ORDINAL.test(word)) return { houseNumber: null, next: from };

  const dash = word.indexOf('-');
  if (dash > 0 && word.includes('/')) {
    return { houseNumber: `${withoutLeadingZeros(word.slice(0, dash))} ${word.slice(dash + 1)}`, next: from + 1 };
  }
  const number = withoutLeadingZeros(word);
  const second = words[from + 1];
  if (from + 2 >= to || second === undefined) return { houseNumber: number, next: from + 1 };
  const third = words[from + 2] ?? '';
  if (startsWithDigit(second) && second.includes('/')) return { houseNumber: `${number} ${second}`, next: from + 2 };
  if (isLetterOfHouse(second, third, words[from + 3]) && allDigits(word))
    return { houseNumber: number + second, next: from + 2 };
  if (allDigits(word) && allDigits(second) && second.length >= word.length && !SUFFIXES.has(third)) {
    if (!DIRECTIONALS.has(third)) return { houseNumber: `${number}-${second}`, next: from + 2 };
  }
  return { houseNumber: number, next: from + 1 };
}

/** 12 A MAIN ST has a letter; 12 E MAIN ST a directional; 3200 B ST a street named B; L B J FWY and U S 401 names. */
const isLetterOfHouse = (second: string, third: string, fourth = ''): boolean =>
  !(second === 'U' && third === 'S') &&
  third !== 'AND' &&
  !(/^[A-Z]$/.test(third) && !DIRECTIONALS.has(third) && /^[A-Z]$/.test(fourth)) &&
  second.length === 1 &&
  !startsWithDigit(second) &&
  !DIRECTIONALS.has(second) &&
  second !== '#' &&
  !SUFFIXES.has(third) &&
  !allDigits(third);

function readUnusualNumber(words: readonly string[], from: number, to: number, word: string) {
  if (word === '#' && from + 2 < to && looksLikeHouseNumber(words[from + 1] ?? '')) {
    return { houseNumber: withoutLeadingZeros(words[from + 1] as string), next: from + 2 };
  }
  const second = words[from + 1] ?? '';
  const asDigits = NUMBER_WORDS.get(word);
  if (asDigits !== undefined) {
    const wordsAfter = to - from - 1;
    if (wordsAfter >= (word === 'ONE' || DIRECTIONALS.has(second) ? 2 : 3)) {
      return { houseNumber: asDigits, next: from + 1 };
    }
  }
  if (GRID_NUMBER.test(word)) return { houseNumber: word, next: from + 1 };
  if (from + 2 < to && GRID_HALF.test(word) && GRID_HALF.test(second)) {
    return { houseNumber: word + second, next: from + 2 };
  }
  return { houseNumber: null, next: from };
}
