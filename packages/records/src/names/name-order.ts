import { type FrequencyRow, GIVEN_NAME_ROWS, SURNAME_ROWS } from './generated/name-frequencies.ts';

/**
 * How likely a source writes `JOHN SMITH` rather than `SMITH JOHN`, as log-odds: positive for natural order, negative
 * for surname first.
 */
export type NameOrder = number;

/** Order of rolls, where nothing is known of the source: surname first, 20 to 1. */
export const ROLL_ORDER: NameOrder = -3;
/** Limit of the log-odds: even in a uniform source one name may differ. */
const STRONGEST_ORDER = 4;
/** Names of a source that weigh as much as the order of rolls. */
const ROLL_NAMES = 30;
const ROUNDS = 20;

/** Percentage of a name that the Census files do not list: about a tenth of the population has one. */
const UNLISTED_PERCENT = 0.0002;
/** Log-odds that a surname particle before the last word adds: WIM VAN DAM. */
const PARTICLE_LOG_ODDS = 4;

const percents = (rows: readonly FrequencyRow[]): ReadonlyMap<string, number> =>
  new Map(
    rows.flatMap(([log2Percent, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, 2 ** log2Percent + UNLISTED_PERCENT] as const),
    ),
  );

const GIVEN = percents(GIVEN_NAME_ROWS);
const SURNAMES = percents(SURNAME_ROWS);
const asGiven = (word: string): number => GIVEN.get(word) ?? UNLISTED_PERCENT;
const asSurname = (word: string): number => SURNAMES.get(word) ?? UNLISTED_PERCENT;
/** True for a given name on record with the Census Bureau. */
export const isGivenName = (word: string): boolean => GIVEN.has(word);
/** A middle name is another given name, or the surname of the mother or before marriage. */
const asMiddle = (word: string): number => (asGiven(word) + asSurname(word)) / 2;

/**
 * Log-odds that a name without a comma is in natural order: P(given, first word) P(middle) P(surname, last word)
 * against the reverse (docs/rules/buyers.md).
 * @param isParticle tells DE, VAN and other words that belong to the surname after them.
 */
export function orderLogOdds(words: readonly string[], isParticle: (word: string) => boolean): number {
  const last = words.at(-1) as string;
  if (words.length < 3) return Math.log(ratio(words[0] as string, last));
  const from = words.findIndex((word, at) => at === words.length - 2 || !isParticle(word));
  const first = words[from] as string;
  const second = words[from + 1] as string;
  const particles = Number(isParticle(words.at(-2) as string)) - Number(from > 0);
  const middle =
    from + 1 < words.length - 1 ? (asMiddle(second) / asGiven(second)) * (asGiven(last) / asMiddle(last)) : 1;
  return Math.log(ratio(first, last) * middle) + PARTICLE_LOG_ODDS * particles;
}

/**
 * Log-odds that a name begins with a given name and a middle name (`MARY ANN B SMITH`) rather than with a surname and
 * a given name (`PEREZ JUAN A LOPEZ`, the second surname after the initial).
 */
export const twoGivenLogOdds = (first: string, second: string): number =>
  Math.log((asGiven(first) * asMiddle(second)) / (asSurname(first) * asGiven(second)));

const ratio = (first: string, last: string): number =>
  (asGiven(first) * asSurname(last)) / (asSurname(first) * asGiven(last));

/** The order of a source, from the log-odds of its names, by expectation maximisation. */
export function orderOf(logOdds: readonly number[]): NameOrder {
  let order = ROLL_ORDER;
  for (let round = 0; round < ROUNDS; round++) {
    let natural = ROLL_NAMES * chance(ROLL_ORDER);
    for (const each of logOdds) natural += chance(each + order);
    const share = natural / (ROLL_NAMES + logOdds.length);
    order = Math.max(-STRONGEST_ORDER, Math.min(STRONGEST_ORDER, Math.log(share / (1 - share))));
  }
  return order;
}

const chance = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/**
 * Binary logarithm of the share of people with a first and last name, in the order in which they are more frequent.
 * Of a surname of several words the most frequent one counts, so that no name seems rarer than it is.
 */
export const log2ShareOf = (first: string, last: string): number =>
  Math.log2(Math.max(asGiven(first) * mostFrequent(last), asGiven(last) * mostFrequent(first))) - 2 * Math.log2(100);

const mostFrequent = (surname: string): number =>
  surname.includes(' ') ? Math.max(...surname.split(' ').map(asSurname)) : asSurname(surname);
