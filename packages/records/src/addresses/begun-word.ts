import { DIRECTIONALS } from './directionals.ts';
import { STATE_NAMES } from './states.ts';
import { SUFFIXES } from './suffixes.ts';
import { foldText, tokenise, withoutApostrophes } from './tokens.ts';
import { UNIT_DESIGNATORS } from './units.ts';

/** The words of a text as they stand in a key when it is in canonical form already; a finished last word keeps a blank behind it. */
export function keyAsTyped(text: string): string {
  const key = withoutApostrophes(tokenise(text).words.join(' '));
  return key !== '' && /[\s,;]$/.test(text) ? `${key} ` : key;
}

/** Spelled-out words of an address and what a key holds instead. */
const SPELLINGS: readonly (readonly [spelling: string, standard: string])[] = [
  ['SAINT', 'ST'],
  ...SUFFIXES,
  ...DIRECTIONALS,
  ...UNIT_DESIGNATORS,
  ...STATE_NAMES,
];
/** Shorter beginnings stand for too many words. */
const LEAST_LETTERS = 3;

/**
 * What a key may hold for a word that is still being typed: BOULEV -> BLVD, APARTM -> APT. Words that a key spells as they
 * are typed are left out, as are beginnings of fewer than three letters.
 */
export function standardsOfBegun(word: string): string[] {
  const begun = foldText(word);
  if (begun.length < LEAST_LETTERS) return [];
  const standards = new Set<string>();
  for (const [spelling, standard] of SPELLINGS) {
    if (spelling.startsWith(begun) && !standard.startsWith(begun)) standards.add(standard);
  }
  return [...standards];
}
