import { DIRECTIONALS } from './directionals.ts';
import { isOrdinal, looksLikeHouseNumber, readHouseNumber } from './house-number.ts';
import { emptyLine, type ParsedLine } from './parsed-line.ts';
import { findBox } from './po-box.ts';
import { readRoute, readRuralRoute } from './routes.ts';
import { readStreet } from './street.ts';
import { STRONG_SUFFIXES, SUFFIXES } from './suffixes.ts';
import { hasDigit, type Tokens, tokenise } from './tokens.ts';
import { readUnit, startsUnit } from './unit.ts';
import { STANDALONE_UNITS, UNIT_DESIGNATORS } from './units.ts';

const LABELS_OF_RECIPIENT: ReadonlySet<string> = new Set(['C/O', 'ATTN', 'ATTENTION']);

/**
 * Parses one street line: `22-24 N. Alder Rd, #4`, `12 1/2 FIRST STREET APT B`, `PO Box 12`, `RR 2 Box 18`.
 * Lenient, and never throws; words without another role become part of `streetName`.
 */
export function parseAddressLine(line: string): ParsedLine {
  const tokens = tokenise(line);
  return parseLineTokens(tokens, 0, tokens.words.length);
}

/** `parseAddressLine` for part of a token list. */
export function parseLineTokens(tokens: Tokens, from: number, to: number): ParsedLine {
  const { words, afterComma } = tokens;
  const line = emptyLine();
  let start = skipRecipient(words, from, to);
  let end = to;

  const box = findBox(words, start, end);
  if (box !== null) {
    line.poBox = box.number;
    if (box.from === start) {
      if (box.next < end && looksLikeHouseNumber(words[box.next] as string)) start = box.next;
      else return line;
    } else end = box.from;
  }
  const rural = readRuralRoute(words, start, end);
  if (rural !== null) {
    line.streetName = rural.name;
    if (rural.box !== null) {
      line.unitDesignator = 'BOX';
      line.unitNumber = rural.box;
    }
    return line;
  }

  const leading = leadingUnitEnd(words, start, end);
  if (leading > start) setUnit(line, words, start, leading);
  start = leading;
  const house = readHouseNumber(words, start, end);
  line.houseNumber = house.houseNumber;
  start = house.next;
  // 12 REAR MAIN ST: the designator is between number and street.
  const between = UNIT_DESIGNATORS.get(words[start] ?? '');
  if (line.houseNumber !== null && between === 'REAR' && end - start >= 2) {
    line.unitDesignator = between;
    start++;
  }
  // 25 OAK AVE UNIT: the number of the unit is missing.
  if (end - start >= 3 && /^(UNIT|APT)$/.test(words[end - 1] as string)) end--;
  const unitAt = findUnit(words, afterComma, start, end);
  if (unitAt < end) setUnit(line, words, unitAt, end);
  Object.assign(line, readStreet(words, start, unitAt));
  return line;
}

function setUnit(line: ParsedLine, words: readonly string[], from: number, to: number): void {
  const unit = readUnit(words, from, to);
  if (unit === null) return;
  line.unitDesignator = unit.designator;
  line.unitNumber = unit.number;
}

/** Skips `C/O SOMEONE` and `ATTN: SOMEONE` before the number or box. */
function skipRecipient(words: readonly string[], from: number, to: number): number {
  if (!LABELS_OF_RECIPIENT.has(words[from] ?? '')) return from;
  for (let at = from + 1; at < to; at++) {
    if (looksLikeHouseNumber(words[at] as string) || findBox(words, at, at + 3)?.from === at) return at;
  }
  return from;
}

/** End of the units before the house number (BLDG 2 APT 4 123 MAIN ST), otherwise `from`. */
function leadingUnitEnd(words: readonly string[], from: number, to: number): number {
  let at = from;
  while (to - at >= 4) {
    const first = words[at] as string;
    const designator = UNIT_DESIGNATORS.get(first);
    const isFloor = isOrdinal(first) && UNIT_DESIGNATORS.get(words[at + 1] ?? '') === 'FL';
    const isUnit = first === '#' || isFloor || (designator !== undefined && !STANDALONE_UNITS.has(designator));
    if (!isUnit) break;
    at += 2;
  }
  return at > from && looksLikeHouseNumber(words[at] as string) ? at : from;
}

/** Index where the unit begins in `words[from, to)`; `to` when there is none. */
function findUnit(words: readonly string[], afterComma: readonly boolean[], from: number, to: number): number {
  const route =
    readRoute(words, DIRECTIONALS.has(words[from] ?? '') ? from + 1 : from, to) ?? readRoute(words, from, to);
  const nameFrom = Math.max(from + 1, route?.next ?? 0);
  // In N 5TH FL 2 the ordinal is the street, not the floor.
  const isOrdinalStreet =
    nameFrom === from + 1 && DIRECTIONALS.has(words[from] ?? '') && isOrdinal(words[nameFrom] ?? '');
  for (let at = isOrdinalStreet ? nameFrom + 1 : nameFrom; at < to; at++) {
    if (startsUnit(words, at, to) && !isStreetWord(words, at, to)) return at;
    if (afterComma[at] === true && !DIRECTIONALS.has(words[at] as string) && !isBareSuffix(words, at, to)) return at;
  }
  // In S AVENUE H the letter is the name.
  const isLettered =
    nameFrom === to - 2 && DIRECTIONALS.has(words[from] ?? '') && SUFFIXES.get(words[nameFrom] as string) === 'AVE';
  return isLettered ? to : bareUnitAt(words, nameFrom, to);
}

const isBareSuffix = (words: readonly string[], at: number, to: number): boolean =>
  at === to - 1 && SUFFIXES.has(words[at] as string);

/** FRONT ST, LOWER FALLS RD, KEY LARGO DR: a designator before a suffix belongs to the name. */
function isStreetWord(words: readonly string[], at: number, to: number): boolean {
  const next = at + 1 < to ? (words[at + 1] as string) : '';
  return hasDigit(next) ? false : SUFFIXES.has(next) && next.length > 1;
}

/** A number or letter after a finished street: 123 MAIN ST 4B, 123 MAIN ST N 4. */
function bareUnitAt(words: readonly string[], from: number, to: number): number {
  for (let at = to - 2; at >= from; at--) {
    const suffix = SUFFIXES.get(words[at] as string);
    if (suffix === undefined || !STRONG_SUFFIXES.has(suffix)) continue;
    let rest = at + 1;
    if (DIRECTIONALS.has(words[rest] as string)) rest++;
    if (rest >= to) return to;
    const word = words[rest] as string;
    const isUnit = hasDigit(word) || word.length <= 2 || word === 'NO';
    return isUnit && !SUFFIXES.has(word) ? rest : to;
  }
  // 223 W JACKSON 512: a number follows the name without a suffix. OLD HWY 5 is a road.
  const last = words[to - 1] as string;
  const isNumber = to - from >= 1 && hasDigit(last) && !isOrdinal(last);
  return isNumber && !BEFORE_ROAD_NUMBER.has(words[to - 2] ?? '') ? to - 1 : to;
}

const BEFORE_ROAD_NUMBER: ReadonlySet<string> = new Set(
  'HWY HIGHWAY ROUTE RTE RT ROAD RD CR SR FM NO LOOP SPUR'.split(' '),
);
