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

/** Reads a numbered road at `words[from]`. @returns its standard name and where it ends, or null. */
export function readRoute(words: readonly string[], from: number, to: number): { name: string; next: number } | null {
  const first = words[from];
  if (first === undefined) return null;
  if (GLUED_INTERSTATE.test(first)) return { name: `INTERSTATE ${first.slice(1)}`, next: from + 1 };
  for (const spelling of byFirstWord.get(first) ?? []) {
    let at = from + spelling.words.length;
    if (words[at] === 'NO' || words[at] === '#') at++;
    if (at >= to) continue;
    const number = words[at] as string;
    const lettered = number.length === 1 && number !== '#' && spelling.standard.startsWith('COUNTY');
    if (!lettered && !(hasDigit(number) && number.length <= 5)) continue;
    if (!spelling.words.every((word, index) => words[from + index] === word)) continue;
    const qualifier = at + 1 < to ? QUALIFIERS.get(words[at + 1] as string) : undefined;
    const name = `${spelling.standard} ${number}`;
    return qualifier === undefined ? { name, next: at + 1 } : { name: `${name} ${qualifier}`, next: at + 2 };
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
  const spelled = words[from] === 'RURAL' && /^(ROUTE|RTE|RT)$/.test(words[from + 1] ?? '');
  const match = RURAL_ROUTE.exec(spelled ? 'RR' : (words[from] ?? ''));
  if (match === null) return null;
  let at = from + (spelled ? 2 : 1);
  let digits = match[2] as string;
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
