import { foldText } from '../fold-text.ts';

/** A comma between words, kept as a separate word while a person's name is parsed. */
export const COMMA = ',';

/**
 * Words of a recorded name in upper case. `&` and `+` become AND, dotted initials are joined (L.L.C. -> LLC),
 * apostrophes are dropped (O'BRIEN -> OBRIEN), other punctuation separates words, and commas stay as words. `H/W`,
 * `C/O` and `1/2` stay whole.
 */
export function nameWords(name: string): string[] {
  const folded = foldText(name);
  const text = PLAIN.test(folded) ? folded : withWordsParted(folded);
  return text.split(' ').filter((word) => word !== '' && word !== '/');
}

/** Most names contain only words. */
const PLAIN = /^[A-Z0-9 ]*$/;

const withWordsParted = (folded: string): string =>
  folded
    .replace(/\b([A-Z])\.(?=[A-Z]\b)/g, '$1')
    .replace(/['`".]/g, '')
    .replace(SHARE, ' ')
    .replace(/%/g, ' C/O ')
    .replace(/\s\/\s/g, ' AND ')
    .replace(/[&+]/g, ' AND ')
    .replace(/[;|\n]/g, ' AND ')
    .replace(/\b([A-Z]{1,4})\/([A-Z]{1,4})\b/g, (whole, left: string, right: string) =>
      SLASHED.has(`${left}/${right}`) ? whole : `${left} ${right}`,
    )
    .replace(/[^A-Z0-9/, ]+/g, ' ')
    .replace(/,/g, ' , ');

/** A share of the title: (50%), 12.5% INT. */
const SHARE = /\(?\s*\b\d{1,3}(?:\.?\d+)?\s*%(?:\s*INT(?:EREST)?\b)?\s*\)?/g;

const SLASHED: ReadonlySet<string> = new Set([
  'H/W',
  'W/H',
  'C/O',
  'T/C',
  'T/E',
  'J/T',
  'L/E',
  'ET/AL',
  'ET/UX',
  'N/A',
]);

/** The words without their commas. */
export const withoutCommas = (words: readonly string[]): string[] => words.filter((word) => word !== COMMA);
