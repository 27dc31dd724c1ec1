import { DIRECTIONALS } from './directionals.ts';
import { looksLikeHouseNumber, readHouseNumber } from './house-number.ts';
import { behindShortDirectional, behindUnit, findLineEnd } from './line-end.ts';
import { parseLineTokens } from './parse-line.ts';
import { type AddressParts, emptyLine } from './parsed-line.ts';
import { findBox } from './po-box.ts';
import { readRuralRoute } from './routes.ts';
import { STATE_CODES, STATE_NAMES, stateOfZip } from './states.ts';
import { STRONG_SUFFIXES, SUFFIXES } from './suffixes.ts';
import { allDigits, hasDigit, type Tokens, tokenise } from './tokens.ts';
import { startsUnit } from './unit.ts';

export interface ParseOptions {
  /** Returns true for city keys in the data, so that `123 BROADWAY NEW YORK` needs no comma. */
  isCity?: (cityKey: string) => boolean;
}

const COUNTRIES: readonly (readonly string[])[] = [
  ['UNITED', 'STATES', 'OF', 'AMERICA'],
  ['UNITED', 'STATES'],
  ['U', 'S', 'A'],
  ['USA'],
  ['US'],
];
/** State codes that can also be a street suffix, a directional or a designator at the end of a line. */
const AMBIGUOUS_CODES: ReadonlySet<string> = new Set(['CT', 'NE', 'FL', 'PR', 'LA', 'AL', 'MS', 'PA']);
const BEFORE_NUMBERS: ReadonlySet<string> = new Set([
  'BOX',
  'POB',
  '#',
  'HIGHWAY',
  'HWY',
  'ROUTE',
  'RTE',
  'UNIT',
  'APT',
  'STE',
]);

/**
 * Parses a full address as people type it: any case, with or without commas, state as code or name, ZIP or ZIP+4,
 * USA, city or ZIP missing. A lone place (`Phoenix, AZ`, `85043`) gives only city, state or zip. Never throws.
 */
export function parseFullAddress(text: string, options: ParseOptions = {}): AddressParts {
  const tokens = tokenise(text);
  const { words } = tokens;
  let end = words.length - countryLength(words);
  const zip = readZip(words, end);
  end = zip.end;
  const state = readState(tokens, end, zip.zip);
  end = state.end;
  if (end === 0) {
    const city = state.alsoCity.join(' ') || null;
    return { ...emptyLine(), city, state: state.state ?? stateIfZip(zip.zip), zip: zip.zip };
  }
  const cut = splitCity(tokens, end, options, state.state !== null || zip.zip !== null);
  const line = cut.lineTo > cut.lineFrom ? parseLineTokens(tokens, cut.lineFrom, cut.lineTo) : emptyLine();
  const cityWords = cut.cityFrom < end ? words.slice(cut.cityFrom, end) : state.alsoCity;
  const city = cityWords.length === 0 ? null : cityWords.filter((word) => word !== '#').join(' ') || null;
  return { ...line, city, state: state.state ?? stateIfZip(zip.zip), zip: zip.zip };
}

const stateIfZip = (zip: string | null): string | null => (zip === null ? null : stateOfZip(zip));

function countryLength(words: readonly string[]): number {
  for (const country of COUNTRIES) {
    const from = words.length - country.length;
    if (from > 0 && country.every((word, index) => words[from + index] === word)) return country.length;
  }
  return 0;
}

const ZIP = /^\d{5}(?:-\d{4})?$/;

function readZip(words: readonly string[], end: number): { zip: string | null; end: number } {
  const last = words[end - 1] ?? '';
  const before = words[end - 2] ?? '';
  if (end >= 3 && /^\d{4}$/.test(last) && /^\d{5}$/.test(before) && STATE_CODES.has(words[end - 3] as string)) {
    return { zip: before, end: end - 2 };
  }
  // A spreadsheet dropped the leading zero: NJ 7030.
  if (end >= 2 && /^\d{4}$/.test(last) && stateOfZip(`0${last}`) === before) return { zip: `0${last}`, end: end - 1 };
  const isNine = last.length === 9 && allDigits(last) && end > 1;
  if (!isNine && !(ZIP.test(last) && (end > 1 || last.length === 5))) return { zip: null, end };
  if (BEFORE_NUMBERS.has(before)) return { zip: null, end };
  return { zip: last.slice(0, 5), end: end - 1 };
}

interface StateReading {
  state: string | null;
  end: number;
  /** NEW YORK and WASHINGTON before a ZIP are also the city when no other city is given. */
  alsoCity: string[];
}

function readState(tokens: Tokens, end: number, zip: string | null): StateReading {
  const { words, afterComma } = tokens;
  const none: StateReading = { state: null, end, alsoCity: [] };
  const zipState = zip === null ? null : stateOfZip(zip);
  for (const length of [3, 2, 1]) {
    const from = end - length;
    if (from < 0) continue;
    const text = words.slice(from, end).join(' ');
    const code = length === 1 && STATE_CODES.has(text) ? text : STATE_NAMES.get(text);
    if (code === undefined) continue;
    const isCode = length === 1 && code === text;
    const follows = afterComma[from] === true;
    if (isCode && from === 0 && zipState === code) return { state: code, end: 0, alsoCity: [] };
    if (isCode && from > 0 && (follows || code === zipState || isStateHere(words, from, zipState))) {
      return { state: code, end: from, alsoCity: [] };
    }
    if (!isCode) {
      if (from > 0 && !hasDigit(words[0] as string)) return { state: code, end: from, alsoCity: [] };
      const cityIsName = text === 'NEW YORK' || text === 'WASHINGTON';
      const somethingBetween = from > 0 && (follows || findLineEnd(words, 0, from) < from);
      if (from === 0) return cityIsName ? none : { state: code, end: from, alsoCity: [] };
      if (somethingBetween && (zipState === null || zipState === code || !cityIsName)) {
        const aloneAfterLine = follows && !tokens.afterComma.slice(1, from).some(Boolean);
        return { state: code, end: from, alsoCity: aloneAfterLine && cityIsName ? words.slice(from, end) : [] };
      }
      if (zipState === code) return { state: code, end: from, alsoCity: cityIsName ? words.slice(from, end) : [] };
    }
    return none;
  }
  return none;
}

/**
 * Decides whether a two-letter word without a preceding comma is a state, rather than a suffix, directional or
 * floor.
 */
function isStateHere(words: readonly string[], at: number, zipState: string | null): boolean {
  const word = words[at] as string;
  if (!AMBIGUOUS_CODES.has(word)) return true;
  if (zipState !== null) return false;
  const lineEnd = findLineEnd(words, 0, at);
  return lineEnd < at || !hasDigit(words[0] as string);
}

/** Splits `words[0, end)` into line and city: at commas, otherwise where the street ends. */
function splitCity(tokens: Tokens, end: number, options: ParseOptions, isPlaceKnown: boolean) {
  const { words, afterComma } = tokens;
  const starts = [0];
  for (let at = 1; at < end; at++) if (afterComma[at] === true) starts.push(at);
  let first = 0;
  // Willis Tower, 233 S Wacker Dr, Chicago: the line is the first segment that begins with a number.
  while (first < starts.length - 1 && !beginsLine(words, starts[first] as number, end)) first++;
  if (!beginsLine(words, starts[first] as number, end)) first = 0;
  const lineFrom = starts[first] as number;

  let last = starts.length - 1;
  if (last > first) {
    // 5 Oak Dr, Ste B Mesa: the last segment contains the rest of the line and the city.
    const from = starts[last] as number;
    const box = findBox(words, from, end);
    const rest =
      box?.from === from
        ? box.next
        : behindUnit(words, opensCity(words, from, end) ? from : behindShortDirectional(words, from, end), end);
    if (rest > from && rest < end) return { lineFrom, lineTo: rest, cityFrom: rest };
  }
  while (last > first && isUnitSegment(words, starts[last] as number, starts[last + 1] ?? end)) last--;
  if (last > first) {
    const cityFrom = starts[last] as number;
    const followed = last < starts.length - 1;
    return { lineFrom, lineTo: cityFrom, cityFrom: followed ? end : cityFrom };
  }
  const segmentEnd = starts[first + 1] ?? end;
  if (first === 0 && segmentEnd === end && !looksLikeLine(words, end)) {
    const isPlace = isPlaceKnown || options.isCity?.(words.slice(0, end).join(' ')) === true;
    if (isPlace) return { lineFrom: 0, lineTo: 0, cityFrom: 0 };
  }
  const lineEnd = findLineEnd(words, lineFrom, segmentEnd, options.isCity);
  if (segmentEnd < end) return { lineFrom, lineTo: end, cityFrom: end };
  return { lineFrom, lineTo: lineEnd, cityFrom: lineEnd };
}

/** N. MIAMI, E ORANGE: one letter and a name after a comma are the city. In N APT 4 MESA the letter ends the street. */
const opensCity = (words: readonly string[], from: number, end: number): boolean =>
  /^[NSEW]$/.test(words[from] as string) &&
  /^[A-Z']{3,}$/.test(words[from + 1] ?? '') &&
  !startsUnit(words, from + 1, end);

const beginsLine = (words: readonly string[], at: number, end: number): boolean =>
  looksLikeHouseNumber(words[at] as string) ||
  readHouseNumber(words, at, end).houseNumber !== null ||
  findBox(words, at, end)?.from === at ||
  readRuralRoute(words, at, end) !== null ||
  /^(PO|POB|POBOX|P|BOX|RR|HC)$/.test(words[at] as string);

/** True when words without a comma can be a street line: a leading number, or a street suffix anywhere. */
function looksLikeLine(words: readonly string[], end: number): boolean {
  if (end === 0) return false;
  if (beginsLine(words, 0, end)) return true;
  return (
    words.slice(1, end).some((word) => STRONG_SUFFIXES.has(SUFFIXES.get(word) ?? '')) || hasDigit(words[0] as string)
  );
}

/** APT 4, #4, 4B, NW between commas are not a city. */
function isUnitSegment(words: readonly string[], from: number, to: number): boolean {
  const first = words[from] as string;
  if (startsUnit(words, from, to)) return true;
  return to - from === 1 && (hasDigit(first) || first.length === 1 || DIRECTIONALS.has(first));
}
