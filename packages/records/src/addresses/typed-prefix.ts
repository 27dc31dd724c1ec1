import { foldText } from '../fold-text.ts';
import { DIRECTIONALS } from './directionals.ts';
import { STATE_NAMES } from './states.ts';
import { SUFFIXES } from './suffixes.ts';
import { tokenise, withoutApostrophes } from './tokens.ts';
import { UNIT_DESIGNATORS } from './units.ts';

/**
 * The words of a typed text in the form of a canonical key. A space follows a last word that is complete.
 */
export function keyAsTyped(text: string): string {
  const key = withoutApostrophes(tokenise(text).words.join(' '));
  return key !== '' && /[\s,;]$/.test(text) ? `${key} ` : key;
}

/** Spelled-out words of an address and their form in keys. */
const SPELLINGS: readonly (readonly [spelling: string, standard: string])[] = [
  ['SAINT', 'ST'],
  ...SUFFIXES,
  ...DIRECTIONALS,
  ...UNIT_DESIGNATORS,
  ...STATE_NAMES,
];
/** Shorter prefixes match too many words. */
const MIN_LETTERS = 3;

/**
 * Key forms of a word that is still being typed: BOULEV -> BLVD, APARTM -> APT. Leaves out words that keys write as
 * typed, and prefixes of fewer than three letters.
 */
export function standardFormsOfPrefix(word: string): string[] {
  const begun = foldText(word);
  if (begun.length < MIN_LETTERS) return [];
  const standards = new Set<string>();
  for (const [spelling, standard] of SPELLINGS) {
    if (spelling.startsWith(begun) && !standard.startsWith(begun)) standards.add(standard);
  }
  return [...standards];
}
