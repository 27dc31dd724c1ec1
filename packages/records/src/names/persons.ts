import { GIVEN_NAMES } from './given-names.ts';
import { type NameOrder, orderLogOdds, ROLL_ORDER, twoGivenLogOdds } from './name-order.ts';
import { COMMA } from './words.ts';

export interface PersonName {
  first: string | null;
  middle: string | null;
  last: string | null;
  /** JR, SR, II, where the record has one. */
  generation?: string;
}

/** A parsed person: the parts, and every identifying word (including the generation). */
interface ReadPerson {
  person: PersonName;
  words: string[];
}

const GENERATIONS: ReadonlySet<string> = new Set(['JR', 'SR', 'II', 'III', 'IV', '2ND', '3RD']);
const TITLES: ReadonlySet<string> = new Set([
  'MR',
  'MRS',
  'MS',
  'MISS',
  'DR',
  'REV',
  'REVEREND',
  'HON',
  'ESQ',
  'MD',
  'PHD',
  'DDS',
  'CPA',
]);
/** MR, DR, ESQ, JR: words around a name. */
export const isTitle = (word: string): boolean => TITLES.has(word) || GENERATIONS.has(word);

/** Surname particles: in LA PORTA, VAN METER, DE LA CRUZ they belong to the next word. */
const PARTICLES: ReadonlySet<string> = new Set(
  'DE DEL DELA LA LE LOS LAS VAN VON DER DEN DI DA DU ST MC MAC EL AL BIN BEN'.split(' '),
);

/** DE, VAN, ST: a word that belongs to the surname after it. */
export const isParticle = (word: string): boolean => PARTICLES.has(word);

const isInitial = (word: string): boolean => word.length === 1;

/**
 * Reads the people of a person-owned record: `SMITH, JOHN A & MARY B`, `SMITH JOHN A AND JONES MARY`, `JOHN A SMITH
 * AND MARY SMITH`. A later person with only a given name shares the first surname.
 */
export function readPersons(
  words: readonly string[],
  { order = ROLL_ORDER, hyphenated = NONE }: Reading = {},
): ReadPerson[] {
  const persons: ReadPerson[] = [];
  for (const group of splitOnAnd(words)) {
    const read = readPerson(group, persons[0]?.person.last ?? null, { order, hyphenated });
    if (read !== null) persons.push(read);
  }
  // JOHN AND MARY SMITH: the first person shares the second one's surname.
  const [first, second] = persons;
  if (first !== undefined && second?.person.last != null && first.person.last === null) {
    first.person.last = second.person.last;
    first.words.push(second.person.last);
  }
  return persons;
}

function splitOnAnd(words: readonly string[]): string[][] {
  const groups: string[][] = [[]];
  for (const word of words) {
    if (word === 'AND' || word === 'OR') groups.push([]);
    else groups.at(-1)?.push(word);
  }
  return groups.filter((group) => group.some((word) => word !== COMMA));
}

function readPerson(
  group: readonly string[],
  sharedSurname: string | null,
  reading: Required<Reading>,
): ReadPerson | null {
  const titled = group.filter((word) => !TITLES.has(word));
  const plain = titled.filter((word) => word !== COMMA && !GENERATIONS.has(word));
  const generations = titled.filter((word) => GENERATIONS.has(word));
  if (plain.length === 0) return null;
  const comma = titled.indexOf(COMMA);
  const beforeComma = comma < 0 ? [] : titled.slice(0, comma).filter((word) => !GENERATIONS.has(word));
  let surnameAt: [from: number, to: number];
  if (beforeComma.length > 0 && beforeComma.length < plain.length && !looksLikeNaturalOrder(beforeComma)) {
    surnameAt = [0, beforeComma.length];
  } else surnameAt = surnameRange(plain, sharedSurname, reading);
  const surname = plain.slice(...surnameAt);
  const given = [...plain.slice(0, surnameAt[0]), ...plain.slice(surnameAt[1])];
  const last = surname.length > 0 ? surname.join(' ') : sharedSurname;
  const [first = null, ...middle] = given;
  const person: PersonName = { first, middle: middle.length > 0 ? middle.join(' ') : null, last };
  if (generations.length > 0) person.generation = generations.join(' ');
  const words = [...given, ...(last === null ? [] : last.split(' ')), ...generations];
  return { person, words };
}

/** `MARY B JONES, TRUSTEE`: full names before the comma are not a surname. */
const looksLikeNaturalOrder = (words: readonly string[]): boolean =>
  words.length >= 3 && words.slice(1, -1).some(isInitial) && !isInitial(words.at(-1) as string);

/** How to read names: the order of their source, and the pairs of words that a hyphen joins (`DOE ROE`). */
interface Reading {
  order?: NameOrder | undefined;
  hyphenated?: ReadonlySet<string>;
}
const NONE: ReadonlySet<string> = new Set();

/** Log-odds that a name with an initial is in the order that it shows. */
const INITIAL_LOG_ODDS = 5;

/**
 * Log-odds that the first person of a record is in natural order; null when a comma or a missing word says nothing
 * about how the source writes names without one.
 */
export function firstPersonLogOdds(words: readonly string[]): number | null {
  const group = splitOnAnd(words)[0] ?? [];
  const plain = group.filter((word) => !isTitle(word));
  if (plain.length < 2 || plain.includes(COMMA)) return null;
  if (isInitial(plain[0] as string)) return INITIAL_LOG_ODDS;
  if (isInitial(plain.at(-1) as string)) return -INITIAL_LOG_ODDS;
  if (!plain.slice(1, -1).some(isInitial)) return orderLogOdds(plain, isParticle);
  return initialLogOdds(plain);
}

/**
 * Log-odds of natural order for a name with an initial inside. One word before the initial is a given name; of two,
 * the first may be a surname, with a second surname after the initial: `PEREZ JUAN A LOPEZ`.
 */
function initialLogOdds(words: readonly string[]): number {
  const [first, second] = words as [string, string];
  if (words.findIndex(isInitial) < 2 || isParticle(first) || isParticle(second)) return INITIAL_LOG_ODDS;
  return twoGivenLogOdds(first, second);
}

/** The surname words of a name without a comma: initials decide, otherwise the frequencies of names and `order`. */
function surnameRange(
  words: readonly string[],
  sharedSurname: string | null,
  { order, hyphenated }: Required<Reading>,
): [number, number] {
  const length = words.length;
  if (length === 1) return sharedSurname === null && !GIVEN_NAMES.has(words[0] as string) ? [0, 1] : [0, 0];
  if (sharedSurname !== null) {
    if (words[0] === sharedSurname) return [0, 1];
    if (words.at(-1) === sharedSurname) return [length - 1, length];
    // MARY B: a given name and an initial; MARY BETH: two given names.
    if (length === 2 && (isInitial(words[1] as string) || words.every((word) => GIVEN_NAMES.has(word)))) return [0, 0];
  }
  const isJoined = (at: number) => hyphenated.has(`${words[at - 1]} ${words[at]}`);
  let fromStart = particleEnd(words);
  while (fromStart < length - 1 && isJoined(fromStart)) fromStart++;
  let fromEnd = particleStart(words);
  while (fromEnd > 1 && isJoined(fromEnd)) fromEnd--;
  const first = words[0] as string;
  const last = words.at(-1) as string;
  if (isInitial(first)) return [fromEnd, length];
  if (isInitial(last)) return [0, fromStart];
  const hasInitial = length >= 3 && words.slice(1, -1).some(isInitial);
  const logOdds = hasInitial ? initialLogOdds(words) : orderLogOdds(words, isParticle);
  if (logOdds + order > 0) return [fromEnd, length];
  return [0, fromStart];
}

function particleEnd(words: readonly string[]): number {
  let at = 0;
  while (at < words.length - 2 && PARTICLES.has(words[at] as string)) at++;
  return at + 1;
}

function particleStart(words: readonly string[]): number {
  let at = words.length - 1;
  while (at > 1 && PARTICLES.has(words[at - 1] as string)) at--;
  return at;
}
