import { foldText } from '../fold-text.ts';

/** Words of an address in upper case, and which of them follow a comma (or a line break). */
export interface Tokens {
  words: string[];
  afterComma: boolean[];
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => code >= 65 && code <= 90;
const isWordCode = (code: number): boolean => isDigit(code) || isLetter(code);

const COMMA = 44;
const SEMICOLON = 59;
const LINE_FEED = 10;
const APOSTROPHE = 39;
const FULL_STOP = 46;
const HYPHEN = 45;
const SLASH = 47;
const HASH = 35;
const AMPERSAND = 38;

/**
 * Splits address text into words. Removes full stops (`N.W.` -> NW) except in halves (`8.5` -> 8 1/2). Keeps
 * apostrophes between letters (O'BRIEN), and hyphens and slashes between digits (22-24, 1/2); elsewhere they
 * separate words. `#` becomes a separate word and `&` becomes AND.
 */
export function tokenise(text: string): Tokens {
  const folded = foldText(text);
  const words: string[] = [];
  const afterComma: boolean[] = [];
  let word = '';
  let comma = false;
  const flush = (): void => {
    if (word === '') return;
    words.push(word);
    afterComma.push(comma && words.length > 1);
    word = '';
    comma = false;
  };
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at);
    if (isWordCode(code)) {
      word += folded[at];
      continue;
    }
    const before = at > 0 ? folded.charCodeAt(at - 1) : 0;
    const after = at + 1 < folded.length ? folded.charCodeAt(at + 1) : 0;
    if (code === APOSTROPHE) {
      if (isLetter(before) && isLetter(after)) word += "'";
    } else if (code === FULL_STOP && isDigit(before) && isHalf(folded, at)) {
      // 8.5 MAPLE AVE is 8 1/2; a range (94.5-96) and a unit (107.5/2) keep their whole numbers.
      at++;
      const next = at + 1 < folded.length ? folded.charCodeAt(at + 1) : 0;
      if (next === HYPHEN || next === SLASH) continue;
      flush();
      word = '1/2';
      flush();
    } else if (code === FULL_STOP) {
      // S.E. is one word; ST.PAUL and 123.MAIN are two.
      if (word.length > 1 && isLetter(after) && !isInitialsBefore(folded, at)) flush();
    } else if ((code === HYPHEN || code === SLASH) && isDigit(before) && isDigit(after)) {
      word += code === HYPHEN ? '-' : '/';
    } else if (code === SLASH && word === 'C' && folded[at + 1] === 'O') {
      word = 'C/';
    } else {
      flush();
      if (code === COMMA || code === SEMICOLON || code === LINE_FEED) comma = true;
      else if (code === HASH) {
        word = '#';
        flush();
      } else if (code === AMPERSAND) {
        word = 'AND';
        flush();
      }
    }
  }
  flush();
  return { words, afterComma };
}

/** True when the full stop begins a .5 after a number. */
const isHalf = (text: string, stopAt: number): boolean =>
  text[stopAt + 1] === '5' && !isWordCode(text.charCodeAt(stopAt + 2));

/** True when the letter before a full stop is a single letter, as in U.S. or N.W. */
function isInitialsBefore(text: string, stopAt: number): boolean {
  const twoBefore = stopAt >= 2 ? text.charCodeAt(stopAt - 2) : 0;
  return !isWordCode(twoBefore);
}

export const startsWithDigit = (word: string): boolean => isDigit(word.charCodeAt(0));

export function hasDigit(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (isDigit(word.charCodeAt(at))) return true;
  return false;
}

export function allDigits(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (!isDigit(word.charCodeAt(at))) return false;
  return word.length > 0;
}

/** The word as in keys: without apostrophes. */
export const withoutApostrophes = (text: string): string => (text.includes("'") ? text.replaceAll("'", '') : text);
