import { DIRECTIONALS } from './directionals.ts';
import { looksLikeHouseNumber, readHouseNumber } from './house-number.ts';
import { findBox } from './po-box.ts';
import { readRoute, readRuralRoute } from './routes.ts';
import { STRONG_SUFFIXES, SUFFIXES } from './suffixes.ts';
import { hasDigit } from './tokens.ts';
import { startsUnit } from './unit.ts';
import { STANDALONE_UNITS, UNIT_DESIGNATORS } from './units.ts';

const isStrong = (word: string | undefined): boolean => STRONG_SUFFIXES.has(SUFFIXES.get(word ?? '') ?? '');

/**
 * Index where the street line ends and the city begins in `words[from, to)` without a comma: after the first street
 * suffix that follows a name (with its directional and unit), after a numbered road, or where a known city begins.
 */
export function findLineEnd(
  words: readonly string[],
  from: number,
  to: number,
  isCity?: (cityKey: string) => boolean,
): number {
  const box = findBox(words, from, to);
  if (box !== null) {
    const isHouse = box.from === from && box.next < to && looksLikeHouseNumber(words[box.next] as string);
    return isHouse ? findLineEnd(words, box.next, to, isCity) : behindUnit(words, box.next, to);
  }
  const ruralBox = readRuralRoute(words, from, to);
  if (ruralBox !== null) return behindUnit(words, ruralBox.next, to);
  const house = readHouseNumber(words, from, to);
  let nameFrom = house.next;
  if (DIRECTIONALS.has(words[nameFrom] ?? '') && to - nameFrom > 1 && !isNameItself(words, nameFrom, to)) nameFrom++;
  const route = readRoute(words, nameFrom, to);
  if (route !== null) return behindUnit(words, behindDirectional(words, route.next, to), to);

  const avenue = behindLeadingAvenue(words, house.next, to);
  if (avenue !== null) return behindUnit(words, behindDirectional(words, avenue, to), to);

  const known = isCity === undefined ? null : knownCityStart(words, nameFrom, to, isCity);
  const strong = behindSuffix(words, nameFrom, to, isStrong);
  if (strong !== null) return known !== null && known > strong ? known : strong;
  for (let at = nameFrom + 1; at < to; at++) {
    if (startsUnit(words, at, to)) return behindUnit(words, at, to);
  }
  if (known !== null) return known;
  if (words[nameFrom] === 'BROADWAY') return behindUnit(words, behindDirectional(words, nameFrom + 1, to), to);
  return behindSuffix(words, nameFrom, to, (word) => SUFFIXES.has(word)) ?? to;
}

/** AVENUE H, S AVENUE H and AVENUE OF THE AMERICAS: the type comes before the name. */
function behindLeadingAvenue(words: readonly string[], from: number, to: number): number | null {
  const at = DIRECTIONALS.has(words[from] ?? '') ? from + 1 : from;
  if (SUFFIXES.get(words[at] ?? '') !== 'AVE' || at + 1 >= to) return null;
  const next = words[at + 1] as string;
  if (next === 'OF') return Math.min(to, words[at + 2] === 'THE' ? at + 4 : at + 3);
  return next.length === 1 && next !== '#' ? at + 2 : null;
}

/** NORTH ST is a street named for a direction. In S DR KING BLVD and N ST CLAIR AVE another suffix follows. */
function isNameItself(words: readonly string[], at: number, to: number): boolean {
  if (!isStrong(words[at + 1])) return false;
  for (let later = at + 3; later < to; later++) if (isStrong(words[later])) return false;
  return true;
}

const OPENS_CITY = /^(ST|FT|MT|PT|LA|FORT|MOUNT|SAINT|PORT|POINT)$/;
/** Cities that nobody writes without their ST; after a street without a suffix the ST is theirs. */
const SAINT_CITIES = /^(LOUIS|PAUL|SIMONS|AUGUSTINE|CLOUD|LUCIE|JOSEPH|CHARLES|CLAIRSVILLE|ALBANS)$/;

function behindSuffix(
  words: readonly string[],
  nameFrom: number,
  to: number,
  isEnd: (word: string) => boolean,
): number | null {
  for (let at = nameFrom + 1; at < to; at++) {
    if (!isEnd(words[at] as string)) continue;
    if (words[at] === 'ST' && SAINT_CITIES.test(words[at + 1] ?? '')) return at;
    if (/^(FORT|FT)$/.test(words[at] as string) && at + 1 < to) return at;
    let end = at + 1;
    // PARK PLACE DR has two suffixes; in AVE ST PAUL and RD FT WAYNE a city follows the suffix.
    const opensCity = OPENS_CITY.test(words[end] ?? '') && end + 1 < to;
    if (end < to && isStrong(words[end]) && !opensCity) end++;
    if (end < to && SUFFIXES.get(words[end] as string) === 'EXT') end++;
    return behindUnit(words, behindDirectional(words, end, to), to);
  }
  return null;
}

/** A spelled-out directional before other words begins a city (EAST ORANGE); an abbreviated one ends the street. */
function behindDirectional(words: readonly string[], at: number, to: number): number {
  if (at < to && at + 1 === to && DIRECTIONALS.has(words[at] as string)) return to;
  // ST NORTH ST PETERSBURG: the directional ends the street. NORTH ST PAUL is a city.
  const isBeforeSaint = /^(ST|SAINT|FT|FORT|MT|MOUNT)$/.test(words[at + 1] ?? '') && words[at + 2] !== 'PAUL';
  if (at + 2 < to && isBeforeSaint && DIRECTIONALS.has(words[at] as string)) return at + 1;
  return behindShortDirectional(words, at, to);
}

/** Index after N, NW or N W at `at`, if present. */
export function behindShortDirectional(words: readonly string[], at: number, to: number): number {
  const word = words[at] ?? '';
  if (at >= to || word.length > 2 || !DIRECTIONALS.has(word)) return at;
  const isSplit = /^[NS]$/.test(word) && at + 1 < to && /^[EW]$/.test(words[at + 1] as string);
  return isSplit ? at + 2 : at + 1;
}

/** Index after the units that start at `from`: APT 13 C, STE 103-B, 4TH FL, REAR, 4B. */
export function behindUnit(words: readonly string[], from: number, to: number): number {
  let at = from;
  while (at < to) {
    const word = words[at] as string;
    const designator = UNIT_DESIGNATORS.get(word);
    const isNamed = designator !== undefined && !STANDALONE_UNITS.has(designator);
    if (word === '#' || (startsUnit(words, at, to) && (designator === undefined || isNamed))) {
      at += isNamed && (words[at + 1] === '#' || words[at + 1] === 'NO') ? 3 : 2;
    } else if (/^(REAR|BSMT|PH|UPPR|LOWR|FRNT)$/.test(word) || hasDigit(word)) at += 1;
    else break;
    if (/^[A-Z]$/.test(words[at] ?? '') && hasDigit(words[at - 1] as string)) at++;
  }
  return Math.min(at, to);
}

/** The longest known city at the end that leaves a street name of at least one word. */
function knownCityStart(
  words: readonly string[],
  nameFrom: number,
  to: number,
  isCity: (cityKey: string) => boolean,
): number | null {
  for (let at = Math.max(nameFrom + 1, to - 4); at < to; at++) {
    if (isCity(words.slice(at, to).join(' '))) return at;
  }
  return null;
}
