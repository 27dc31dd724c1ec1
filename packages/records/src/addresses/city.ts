import { displayWords } from './title-case.ts';
import { tokenise, withoutApostrophes } from './tokens.ts';

const OPENING_WORDS: ReadonlyMap<string, string> = new Map([
  ['SAINT', 'ST'],
  ['SAINTE', 'STE'],
  ['FORT', 'FT'],
  ['MOUNT', 'MT'],
  ['POINT', 'PT'],
  ['N', 'NORTH'],
  ['NO', 'NORTH'],
  ['S', 'SOUTH'],
  ['SO', 'SOUTH'],
  ['E', 'EAST'],
  ['W', 'WEST'],
]);

/** City name as in keys: upper case, no punctuation, ST LOUIS, FT WAYNE, NORTH LAS VEGAS. Null when empty. */
export function cityKey(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const { words } = tokenise(text);
  const [first, ...rest] = words;
  if (first === undefined) return null;
  const opening = rest.length === 0 ? first : (OPENING_WORDS.get(first) ?? first);
  return withoutApostrophes([opening, ...rest].join(' '));
}

/** City name for display: `ST LOUIS` -> St Louis, `O'FALLON` -> O'Fallon. Null when empty. */
export function displayCity(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const { words } = tokenise(text);
  const [first, ...rest] = words;
  if (first === undefined) return null;
  const opening = rest.length === 0 ? first : (OPENING_WORDS.get(first) ?? first);
  return displayWords([opening, ...rest].join(' '));
}
