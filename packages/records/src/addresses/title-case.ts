import { DIRECTIONALS } from './directionals.ts';
import { STATE_CODES } from './states.ts';
import { hasDigit } from './tokens.ts';

/** Words that stay in capitals. */
const CAPITALS: ReadonlySet<string> = new Set([
  ...[...DIRECTIONALS.values()],
  ...'US FM RR HC PO MLK JFK II III IV PH'.split(' '),
]);
/** Words that stay in lower case inside a name. */
const SMALL: ReadonlySet<string> = new Set(['OF', 'THE', 'AND', 'AT', 'ON']);
/** MAC is a common syllable (MACK, MACON, MACHINE), so only these get an inner capital. */
const MAC_NAMES: ReadonlySet<string> = new Set(
  'MACARTHUR MACDONALD MACDOUGALL MACGREGOR MACKENZIE MACINTOSH MACPHERSON MACLEOD MACNEIL'.split(' '),
);

function titleWord(word: string, isFirst: boolean): string {
  if (CAPITALS.has(word) || word.length === 1) return word;
  if (hasDigit(word)) return /^\d+(ST|ND|RD|TH)$/.test(word) ? word.toLowerCase() : word;
  if (SMALL.has(word) && !isFirst) return word.toLowerCase();
  const capitalised = word.charAt(0) + word.slice(1).toLowerCase();
  const apostrophe = word.indexOf("'");
  if (apostrophe > 0 && word.length - apostrophe > 2) {
    return capitalised.slice(0, apostrophe + 1) + word.charAt(apostrophe + 1) + capitalised.slice(apostrophe + 2);
  }
  if (word.length > 4 && word.startsWith('MC')) return `Mc${word.charAt(2)}${capitalised.slice(3)}`;
  if (MAC_NAMES.has(word)) return `Mac${word.charAt(3)}${capitalised.slice(4)}`;
  return capitalised;
}

/** AL in AL HIGHWAY 157. */
const opensHighway = (word: string, next: string | undefined): boolean =>
  (next === 'HIGHWAY' || next === 'ROUTE') && STATE_CODES.has(word);

/** Title case of upper-case words for display: 1st, McDonald, O'Brien, N, Avenue of the Americas. */
export function displayWords(upper: string): string {
  if (!upper.includes(' ')) return titleWord(upper, true);
  return upper
    .split(' ')
    .map((word, index, words) => (opensHighway(word, words[index + 1]) ? word : titleWord(word, index === 0)))
    .join(' ');
}
