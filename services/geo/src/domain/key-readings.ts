import { type AddressParts, addressKey, keyAsTyped, parseFullAddress, standardFormsOfPrefix } from '@plat/records';
import type { Gazetteer } from './gazetteer.ts';
import { MATCH_FACTORS } from './match-score.ts';

/** A possible start of an address key for a text. */
export interface KeyReading {
  prefix: string;
  /** 0 to 1: fit of an address with this prefix. */
  score: number;
  /** The part of the place that the prefix lacks; compared afterwards. */
  place: AddressParts | null;
}

/** Keys that contain the words of a text in order, each at least begun. */
export interface SkippingReading {
  prefixes: string[];
  /** LIKE patterns; an address matches if its key matches one. */
  patterns: string[];
}

/** Score of a reading that rewrites the text. */
const REWRITTEN = 0.99;
/** Standard words tried for one unfinished word. */
const MAX_STANDARDS = 4;

const LONE_DIRECTIONALS: ReadonlyMap<string, string> = new Map([
  ['NORTH', 'N'],
  ['SOUTH', 'S'],
  ['EAST', 'E'],
  ['WEST', 'W'],
  ['NORTHEAST', 'NE'],
  ['NORTHWEST', 'NW'],
  ['SOUTHEAST', 'SE'],
  ['SOUTHWEST', 'SW'],
]);
const SHORT_DIRECTIONALS = [...LONE_DIRECTIONALS.values()];

/**
 * Possible key prefixes of a text with a house number. The parser treats every word as finished (HOLLOW becomes the
 * suffix HOLW, a partial city a unit), so the text is also read literally, and with only its last word literal.
 */
export function keyReadings(text: string, parts: AddressParts, known: Gazetteer): KeyReading[] {
  const readings = new Map<string, KeyReading>();
  const add = (prefix: string, score: number, place: AddressParts | null = null): void => {
    if (prefix !== '' && !readings.has(prefix)) readings.set(prefix, { prefix, score, place });
  };
  const typed = keyAsTyped(text);
  // Keys contain no #.
  if (typed.includes(' ') && !typed.includes('#')) add(typed, 1);

  // Keys continue with the city, so a ZIP code without a city is compared afterwards.
  const zipWithoutCity = parts.city === null && parts.zip !== null;
  if (zipWithoutCity) add(addressKey({ ...parts, state: null, zip: null }), REWRITTEN, parts);
  else add(addressKey(parts), REWRITTEN);
  // A lone WEST may be the start of W MAIN ST.
  const lone = parts.streetName === null ? undefined : LONE_DIRECTIONALS.get(parts.streetName);
  if (lone !== undefined && parts.suffix === null) add(`${parts.houseNumber} ${lone} `, REWRITTEN);

  const [last] = /[^\s,;]+$/.exec(text) ?? [];
  if (last === undefined) return [...readings.values()];
  const finished = parseFullAddress(text.slice(0, -last.length), { isCity: known.isCity });
  if (finished.houseNumber === null) return [...readings.values()];
  const begun = keyAsTyped(last);
  for (const word of [begun, ...standardFormsOfPrefix(begun).slice(0, MAX_STANDARDS)]) {
    if (word !== '' && !word.includes('#')) add(`${addressKey(finished)} ${word}`, REWRITTEN);
  }
  return [...readings.values()];
}

/**
 * Reads `123 mont phoenix` as 123 N MONTEZUMA ST PHOENIX: the words after the house number may omit a leading
 * directional and the rest of the street. @returns null for too short a text.
 */
export function skippingReading(text: string, parts: AddressParts): SkippingReading | null {
  const prefixes = new Set<string>();
  const patterns = new Set<string>();
  const { houseNumber } = parts;
  for (const key of [keyAsTyped(text).trimEnd(), addressKey(parts)]) {
    if (houseNumber === null || key.includes('#') || !key.startsWith(`${houseNumber} `)) continue;
    const words = key.slice(houseNumber.length + 1).split(' ');
    const directional = words.length > 1 && SHORT_DIRECTIONALS.includes(words[0] as string) ? words[0] : undefined;
    const name = words[directional === undefined ? 0 : 1] as string;
    if (name.length < 2) continue;
    const directionals = directional === undefined ? ['', ...SHORT_DIRECTIONALS] : [directional];
    for (const one of directionals) prefixes.add([houseNumber, one, name].filter((part) => part !== '').join(' '));
    patterns.add(`${[houseNumber, ...words].join('% ')}%`);
  }
  return patterns.size === 0 ? null : { prefixes: [...prefixes], patterns: [...patterns] };
}

/** Score of an address that only contains the words of a text. */
export const SKIPPING_SCORE: number = MATCH_FACTORS.nameBegun;
