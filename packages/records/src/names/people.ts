import { COMPANY_WORDS } from './company-words.ts';
import { GIVEN_NAMES } from './given-names.ts';
import { BUILDER, GOVERNMENT, LENDER, NON_PROFIT, TRUST } from './kind-words.ts';
import { LEGAL_FORMS } from './legal-forms.ts';
import { isParticle, isTitle } from './persons.ts';
import { COMMA } from './words.ts';

/** Company and institution words that are also names of people: TEMPLE, GRACE Q; ROE, CHARITY; DOE, NA. */
const NAMES_TOO: ReadonlySet<string> = new Set(
  'BANKS CASH CHAPEL CHARITY CHURCH CONTRACTOR GLASS HOA HOME HOUSE LAW MONEY NA PARISH POST POWER RYLAND STOCK STOCKS TEMPLE TOLL'.split(
    ' ',
  ),
);
const MAX_WORDS = 4;
const KIND_PHRASES = [GOVERNMENT, LENDER, BUILDER, NON_PROFIT, TRUST];

/** True for words that indicate a company. */
const isTelling = (word: string): boolean => COMPANY_WORDS.has(word) || LEGAL_FORMS.has(word) || /\d/.test(word);
const isOrdinary = (word: string): boolean => NAMES_TOO.has(word) || !isTelling(word);
const isGiven = (word: string): boolean => word.length === 1 || GIVEN_NAMES.has(word);

/**
 * True when the form of a name shows that people hold title, whatever its words mean elsewhere: `TEMPLE, GRACE Q`,
 * `HOUSE, JACK & GLASS, WANDA`, `BANKS WANDA Q`. Takes owner words with their commas.
 */
export function readsAsPeople(words: readonly string[]): boolean {
  const others = words.filter((word) => word !== COMMA && !NAMES_TOO.has(word));
  if (KIND_PHRASES.some((phrases) => phrases.occursIn(others))) return false;
  const parties = split(words, 'AND').map((party) => split(party, COMMA));
  const hasComma = (parties[0]?.length ?? 0) > 1;
  if (!hasComma && others.length === words.length) return false;
  return parties.every((pieces, at) =>
    pieces.length > 1 ? isSurnameFirst(pieces) : isPlain(pieces[0] ?? [], hasComma && at > 0),
  );
}

const split = (words: readonly string[], separator: string): string[][] => {
  const pieces: string[][] = [[]];
  for (const word of words) {
    if (word === separator) pieces.push([]);
    else if (!isTitle(word) && !isParticle(word)) pieces.at(-1)?.push(word);
  }
  return pieces.filter((piece) => piece.length > 0);
};

const isShort = (piece: readonly string[]): boolean => piece.length <= MAX_WORDS && piece.every(isOrdinary);

/** A surname with another meaning needs a given name after the comma: TEMPLE, GRACE but not DEPT, FIRE. */
function isSurnameFirst([surname, ...given]: readonly string[][]): boolean {
  if (surname === undefined || surname.length > 2 || !given.every(isShort)) return false;
  if (surname.length === 1) return isOrdinary(surname[0]!) || given[0]?.some(isGiven) === true;
  return surname.every((word) => !isTelling(word));
}

/**
 * Without a comma such a word needs a given name or an initial next to it and must not come last: BANKS WANDA Q but
 * not GRACE CHURCH. After another person a given name is enough: `HOUSE, JACK & CHARITY`.
 */
function isPlain(piece: readonly string[], isLater: boolean): boolean {
  if (!isShort(piece)) return false;
  if (isLater && (piece.length === 1 || !piece.some((word) => NAMES_TOO.has(word)))) return true;
  return (
    piece.length > 1 &&
    !NAMES_TOO.has(piece.at(-1)!) &&
    piece.some((word) => (isGiven(word) || isLater) && !NAMES_TOO.has(word))
  );
}
