import { DIRECTIONALS } from './directionals.ts';
import { STATE_CODES, STATE_NAMES } from './states.ts';
import { SUFFIXES } from './suffixes.ts';
import { hasDigit } from './tokens.ts';

/**
 * Numbered roads as in USPS Publication 28, appendix F. Longest spelling first, so that STATE ROUTE 9 is not read
 * as ROUTE 9. A route number (or a single letter, for county roads) must follow the spelling.
 */
const ROUTE_SPELLINGS: readonly (readonly [spelling: string, standard: string])[] = [
  ['FARM TO MARKET ROAD', 'FM'],
  ['FARM TO MARKET RD', 'FM'],
  ['FARM TO MARKET', 'FM'],
  ...spell(['U S', 'US'], ['HIGHWAY', 'HWY', 'HGWY', 'ROUTE', 'RTE', 'RT'], 'US HIGHWAY'),
  ...spell(['STATE', 'ST'], ['HIGHWAY', 'HWY', 'HGWY'], 'STATE HIGHWAY'),
  ...spell(['STATE', 'ST'], ['ROUTE', 'RTE', 'RT'], 'STATE ROUTE'),
  ...spell(['STATE', 'ST'], ['ROAD', 'RD'], 'STATE ROAD'),
  ...spell(['COUNTY', 'CO', 'CNTY'], ['ROAD', 'RD'], 'COUNTY ROAD'),
  ...spell(['COUNTY', 'CO', 'CNTY'], ['HIGHWAY', 'HWY'], 'COUNTY HIGHWAY'),
  ...spell(['COUNTY', 'CO', 'CNTY'], ['ROUTE', 'RTE', 'RT'], 'COUNTY ROUTE'),
  ...spell(['TOWNSHIP', 'TWP'], ['ROAD', 'RD'], 'TOWNSHIP ROAD'),
  ['RANCH ROAD', 'RANCH ROAD'],
  ['RANCH RD', 'RANCH ROAD'],
  ['INTERSTATE HIGHWAY', 'INTERSTATE'],
  ['INTERSTATE', 'INTERSTATE'],
  ['U S', 'US HIGHWAY'],
  ['US', 'US HIGHWAY'],
  ['SR', 'STATE ROAD'],
  ['SH', 'STATE HIGHWAY'],
  ['CR', 'COUNTY ROAD'],
  ['FM', 'FM'],
  ['I', 'INTERSTATE'],
  ['LOOP', 'LOOP'],
  ['SPUR', 'SPUR'],
  ['HIGHWAY', 'HIGHWAY'],
  ['HWY', 'HIGHWAY'],
  ['HGWY', 'HIGHWAY'],
  ['ROUTE', 'ROUTE'],
  ['RTE', 'ROUTE'],
  ['RT', 'ROUTE'],
];

function spell(starts: readonly string[], ends: readonly string[], standard: string): [string, string][] {
  return starts.flatMap((start) => ends.map((end): [string, string] => [`${start} ${end}`, standard]));
}

interface RouteSpelling {
  words: readonly string[];
  standard: string;
}

const byFirstWord = new Map<string, RouteSpelling[]>();
for (const [spelling, standard] of ROUTE_SPELLINGS) {
  const words = spelling.split(' ');
  const first = words[0] as string;
  byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { words, standard }]);
}

const GLUED_INTERSTATE = /^I(\d{1,3})$/;
const QUALIFIERS: ReadonlyMap<string, string> = new Map([
  ['BYPASS', 'BYP'],
  ['BYP', 'BYP'],
  ['BUSINESS', 'BUS'],
  ['BUS', 'BUS'],
  ['ALTERNATE', 'ALT'],
  ['ALT', 'ALT'],
  ['FRONTAGE', 'FRONTAGE'],
]);

/** AA, KK, GV: the letters of a county road. Two letters that are a directional or suffix are that. */
const isRoadLetter = (word: string): boolean =>
  /^[A-Z]$/.test(word) || (/^[A-Z]{2}$/.test(word) && !DIRECTIONALS.has(word) && !SUFFIXES.has(word));

/** State roads that have letters in Missouri: STATE HIGHWAY AA. */
const LETTERED: ReadonlySet<string> = new Set(['STATE HIGHWAY', 'STATE ROUTE', 'STATE ROAD', 'ROUTE']);

/** Words before a highway that make it another one. */
const OPENERS: ReadonlySet<string> = new Set(['OLD', 'SCENIC', 'CITY']);

/**
 * Reads a numbered road at `words[from]`, also one that its state or county opens (AL HIGHWAY 157, OLD HWY 5,
 * ANDERSON COUNTY ROAD 312). @returns its standard name and where it ends, or null.
 */
export function readRoute(words: readonly string[], from: number, to: number): { name: string; next: number } | null {
  const plain = readPlainRoute(words, from, to);
  if (plain !== null) return plain;
  for (const length of [1, 2]) {
    const at = from + length;
    if (at + 1 >= to) return null;
    if (!byFirstWord.has(words[at] as string)) continue;
    const opening = openingOf(words, from, at);
    if (opening === null) continue;
    const route = readPlainRoute(words, at, to);
    if (route !== null && IS_HIGHWAY.test(route.name)) return { name: `${opening} ${route.name}`, next: route.next };
  }
  return null;
}

const IS_HIGHWAY = /HIGHWAY|ROUTE|COUNTY ROAD|STATE ROAD/;

/** AL, INDIANA -> IN, OLD; the name of a county before COUNTY ROAD. */
function openingOf(words: readonly string[], from: number, to: number): string | null {
  const text = words.slice(from, to).join(' ');
  const state = STATE_CODES.has(text) ? text : STATE_NAMES.get(text);
  if (state !== undefined) return state;
  if (to - from === 1 && OPENERS.has(text)) return text;
  const isCounty = words[to] === 'COUNTY' && !hasDigit(text) && words.slice(from, to).every((word) => word.length > 2);
  return isCounty ? text : null;
}

function readPlainRoute(words: readonly string[], from: number, to: number): { name: string; next: number } | null {
  const first = words[from];
  if (first === undefined) return null;
  if (GLUED_INTERSTATE.test(first)) return { name: `INTERSTATE ${first.slice(1)}`, next: from + 1 };
  for (const spelling of byFirstWord.get(first) ?? []) {
    let at = from + spelling.words.length;
    if (words[at] === 'NO' || words[at] === '#') at++;
    if (at >= to) continue;
    const number = words[at] as string;
    const lettered =
      isRoadLetter(number) &&
      (spelling.standard.startsWith('COUNTY') || (LETTERED.has(spelling.standard) && !DIRECTIONALS.has(number)));
    if (!lettered && !(hasDigit(number) && number.length <= 5)) continue;
    if (!spelling.words.every((word, index) => words[from + index] === word)) continue;
    // US 401 HWY S names the highway twice.
    if (spelling.standard.endsWith('HIGHWAY') && /^(HWY|HIGHWAY)$/.test(words[at + 1] ?? '') && at + 1 < to) at++;
    const qualifier = at + 1 < to ? QUALIFIERS.get(words[at + 1] as string) : undefined;
    const name = `${spelling.standard} ${number}`;
    return qualifier === undefined ? { name, next: at + 1 } : { name: `${name} ${qualifier}`, next: at + 2 };
  }
  return null;
}

/** RURAL ROUTE 2 is RR 2; HIGHWAY CONTRACT ROUTE 68 and STAR ROUTE 68 are HC 68 (Pub 28, section 25). */
const SPELLED_RURAL_ROUTES: readonly (readonly [words: readonly string[], short: string])[] = [
  [['RURAL'], 'RR'],
  [['HIGHWAY', 'CONTRACT'], 'HC'],
  [['HWY', 'CONTRACT'], 'HC'],
  [['STAR'], 'HC'],
];
const IS_ROUTE = /^(ROUTE|RTE|RT)$/;

function spelledRuralRoute(words: readonly string[], from: number): { short: string; next: number } | null {
  for (const [spelling, short] of SPELLED_RURAL_ROUTES) {
    if (!spelling.every((word, index) => words[from + index] === word)) continue;
    const next = from + spelling.length;
    if (IS_ROUTE.test(words[next] ?? '')) return { short, next: next + 1 };
    // HIGHWAY CONTRACT 68 says enough; RURAL and STAR are street names.
    if (spelling.length > 1) return { short, next };
  }
  return null;
}

const RURAL_ROUTE = /^(RR|RFD|HC|HCR)(\d*)$/;

/**
 * Reads RR 2 BOX 18, RURAL ROUTE 2 or HC 68 BOX 98 at `words[from]`. @returns its name, box and end; otherwise
 * null.
 */
export function readRuralRoute(
  words: readonly string[],
  from: number,
  to: number,
): { name: string; box: string | null; next: number } | null {
  const spelled = spelledRuralRoute(words, from);
  const match = RURAL_ROUTE.exec(spelled?.short ?? words[from] ?? '');
  if (match === null) return null;
  let at = spelled?.next ?? from + 1;
  let digits = match[2] as string;
  // STAR ROUTE BOX 5: some offices have one star route, without a number.
  if (words[from] === 'STAR' && words[at] === 'BOX' && at + 1 < to) {
    return { name: 'STAR ROUTE', box: words[at + 1] ?? null, next: at + 2 };
  }
  if (digits === '') {
    if (words[at] === '#') at++;
    digits = words[at++] ?? '';
  }
  if (!hasDigit(digits)) return null;
  const name = `${(match[1] as string).startsWith('HC') ? 'HC' : 'RR'} ${digits}`;
  if (words[at] !== 'BOX' || at + 1 >= to) return { name, box: null, next: at };
  const boxAt = words[at + 1] === '#' ? at + 2 : at + 1;
  return { name, box: words[boxAt] ?? null, next: boxAt + 1 };
}
