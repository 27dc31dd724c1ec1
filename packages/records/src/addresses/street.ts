import { DIRECTIONALS } from './directionals.ts';
import { splitGluedSuffix } from './glued-suffix.ts';
import { fixOrdinal, joinOrdinal, ORDINAL_WORDS } from './numerals.ts';
import { readRoute } from './routes.ts';
import { STRONG_SUFFIXES, SUFFIXES } from './suffixes.ts';
import { allDigits } from './tokens.ts';

export interface StreetParts {
  predirectional: string | null;
  streetName: string | null;
  suffix: string | null;
  postdirectional: string | null;
}

/** Abbreviations that can begin a street name; on their own they are the name itself. */
const OPENING_WORDS: ReadonlyMap<string, string> = new Map([
  ['SAINT', 'ST'],
  ['MOUNT', 'MT'],
  ['FORT', 'FT'],
  ['DOCTOR', 'DR'],
]);

const isSuffix = (word: string | undefined): boolean => word !== undefined && SUFFIXES.has(word);
const isStrongSuffix = (word: string): boolean => STRONG_SUFFIXES.has(SUFFIXES.get(word) ?? '');

/** Reads a directional of one or two words (N E -> NE) at `from`; two words only if a name still follows. */
function readPredirectional(words: readonly string[], from: number, to: number) {
  const first = DIRECTIONALS.get(words[from] ?? '');
  if (first === undefined || to - from < 2) return null;
  const second = DIRECTIONALS.get(words[from + 1] ?? '');
  const canJoin = (first === 'N' || first === 'S') && (second === 'E' || second === 'W');
  if (canJoin && to - from > 2 && !onlySuffixFollows(words, from + 2, to)) {
    return { value: first + second, next: from + 2 };
  }
  // NORTH ST and E ST are streets named for a direction.
  return onlySuffixFollows(words, from + 1, to) ? null : { value: first, next: from + 1 };
}

/** True when only a suffix and at most a directional follow, so the word before must be the name. */
function onlySuffixFollows(words: readonly string[], from: number, to: number): boolean {
  if (!isSuffix(words[from])) return false;
  // WEST PARK: a weak suffix on its own is the name.
  if (to - from === 1) return isStrongSuffix(words[from] as string);
  return to - from === 2 && DIRECTIONALS.has(words[from + 1] as string);
}

/** Splits the words of a street, without house number and unit, into its parts. */
export function readStreet(words: readonly string[], from: number, to: number): StreetParts {
  const parts: StreetParts = { predirectional: null, streetName: null, suffix: null, postdirectional: null };
  if (from >= to) return parts;
  let start = from;
  let end = to;
  const predirectional = readPredirectional(words, start, end);
  if (predirectional !== null) {
    parts.predirectional = predirectional.value;
    start = predirectional.next;
  }
  const route = readRoute(words, start, end);
  if (route !== null && route.next >= end - 1) {
    const rest = route.next < end ? (words[route.next] as string) : null;
    if (rest === null || DIRECTIONALS.has(rest) || isSuffix(rest)) {
      parts.streetName = route.name;
      if (rest !== null && DIRECTIONALS.has(rest)) parts.postdirectional = DIRECTIONALS.get(rest) ?? null;
      else if (rest !== null) parts.suffix = SUFFIXES.get(rest) ?? null;
      return parts;
    }
  }
  // AVENUE OF THE AMERICAS, AVENUE H: the type comes first and is spelled out.
  if (SUFFIXES.get(words[start] as string) === 'AVE' && opensName(words, start + 1, end)) {
    parts.streetName = ['AVENUE', ...words.slice(start + 1, end)].join(' ');
    return parts;
  }
  const last = words[end - 1] as string;
  if (end - start >= 2 && DIRECTIONALS.has(last)) {
    const twoBack = words[end - 2] as string;
    const joins = end - start >= 4 && isSuffix(words[end - 3]) && /^(N|S|NORTH|SOUTH)$/.test(twoBack);
    if (joins && /^(E|W|EAST|WEST)$/.test(last)) {
      parts.postdirectional = `${DIRECTIONALS.get(twoBack)}${DIRECTIONALS.get(last)}`;
      end -= 2;
    } else {
      parts.postdirectional = DIRECTIONALS.get(last) ?? null;
      end -= 1;
    }
  }
  if (end - start >= 2 && isSuffix(words[end - 1])) {
    parts.suffix = SUFFIXES.get(words[end - 1] as string) ?? null;
    end -= 1;
  }
  if (parts.suffix === null && end - start === 1) {
    const split = splitGluedSuffix(words[start] as string);
    if (split !== null) {
      parts.suffix = split.suffix;
      parts.streetName = nameWords([split.name], split.suffix);
      return parts;
    }
  }
  parts.streetName = nameWords(words.slice(start, end), parts.suffix);
  return parts;
}

/** True when a single letter (at most with a directional) or OF follows a leading AVENUE. */
function opensName(words: readonly string[], from: number, to: number): boolean {
  const next = words[from];
  if (next === undefined || from >= to) return false;
  if (next === 'OF') return true;
  return next.length === 1 && to - from === 1;
}

/** Writes ordinals and initial abbreviations of a street name in standard form. */
function nameWords(words: readonly string[], suffix: string | null): string | null {
  const [first, second] = words;
  if (first === undefined) return null;
  if (words.length === 1) {
    const ordinal = ORDINAL_WORDS.get(first);
    if (ordinal !== undefined) return ordinal;
    // 25 ST is 25TH ST. Without a suffix (E 1700 S) or as a route number it stays unchanged.
    if (suffix !== null && allDigits(first) && first.length <= 3) return fixOrdinal(`${first}TH`);
    return fixOrdinal(first);
  }
  if (words.length === 2) {
    const ordinal = joinOrdinal(first, second as string);
    if (ordinal !== null) return ordinal;
  }
  const opening = OPENING_WORDS.get(first);
  return opening === undefined ? words.join(' ') : [opening, ...words.slice(1)].join(' ');
}
