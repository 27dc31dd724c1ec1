import { stateOfZip } from '../addresses/index.ts';
import { SAME_BUILDING_NUMBER_GAP } from './constants.ts';

/** An address as the normalise stage keys it: `123 MAIN ST #4|85043` and the same without the unit. */
export interface ResidenceKey {
  key: string;
  buildingKey: string;
}

export type ResidenceComparison = 'same' | 'different' | 'unknown';

/**
 * Whether a mailing address is the home at a situs (decision C.3 a), unit-aware. Tolerates what one record of an address
 * leaves out or spells otherwise: a missing unit, a number range (22-24 and 24), the other number of a two-family house
 * (22 and 24), an abbreviated street word (MASS for MASSACHUSETTS), a missing suffix. Two different units of a building
 * are two homes. A post office box near the property says nothing about where its holder lives.
 */
export function compareResidence(mailing: ResidenceKey, situs: ResidenceKey): ResidenceComparison {
  if (mailing.key === situs.key) return 'same';
  const [mailingLine, mailingPlace] = splitKey(mailing.buildingKey);
  const [situsLine, situsPlace] = splitKey(situs.buildingKey);
  if (mailingLine.startsWith('PO BOX ')) return samePlace(mailingPlace, situsPlace) ? 'unknown' : 'different';
  if (!samePlace(mailingPlace, situsPlace)) return 'different';

  const at = readBuilding(mailingLine);
  const of = readBuilding(situsLine);
  if (at === null || of === null || !sameStreet(at.street, of.street)) return 'different';
  const units = compareUnits(readUnit(mailing, mailingLine), readUnit(situs, situsLine), at);
  if (units === 'door') return 'same';
  const gap = Math.max(at.low - of.high, of.low - at.high);
  const oneBuilding = gap <= 0 || gap === SAME_BUILDING_NUMBER_GAP;
  return oneBuilding && units === 'same' ? 'same' : 'different';
}

const splitKey = (key: string): [line: string, place: string] => {
  const bar = key.lastIndexOf('|');
  return [key.slice(0, bar), key.slice(bar + 1)];
};

const isZip = (place: string): boolean => /^\d{5}$/.test(place);
const stateOf = (place: string): string | null => (isZip(place) ? stateOfZip(place) : place.slice(-2));

/**
 * ZIP codes of one sectional centre are one place, since rolls and owners often disagree on the last digits. A ZIP and a
 * city name cannot be compared; they are one place when they lie in one state.
 */
function samePlace(left: string, right: string): boolean {
  if (isZip(left) && isZip(right)) return left.slice(0, 3) === right.slice(0, 3);
  return isZip(left) === isZip(right) ? left === right : stateOf(left) === stateOf(right);
}

interface Building {
  low: number;
  high: number;
  street: string[];
}

function readBuilding(line: string): Building | null {
  // A line may start with a name that spilled over from the owner's: C/O AND TRUST 12 OAK ST.
  const match = /^(?:[^\d]+ )?(\d+)[A-Z]?((?:-\d+[A-Z]?)*)(?: \d\/\d)? (.+)$/.exec(line);
  if (match === null) return null;
  const low = Number(match[1]);
  const last = /(\d+)[A-Z]?$/.exec(match[2] ?? '');
  const high = last === null ? low : Number(last[1]);
  return { low, high: Math.max(low, high), street: (match[3] as string).split(' ') };
}

const MIN_ABBREVIATION_LETTERS = 4;

/** One street when one side only lacks words at its start (N, JOHN F) or at its end (ST), or abbreviates some. */
function sameStreet(left: readonly string[], right: readonly string[]): boolean {
  const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left];
  const missing = longer.length - shorter.length;
  const matchesFrom = (start: number) => shorter.every((word, at) => sameWord(word, longer[start + at] as string));
  return (missing <= 1 && matchesFrom(0)) || (shorter.length > 1 && matchesFrom(missing));
}

/** Equal, cut short (MASS, MASSACHUSETTS), contracted (PK, PARK), or one letter apart in a long word. */
function sameWord(left: string, right: string): boolean {
  if (left === right) return true;
  const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left];
  if (shorter.length >= MIN_ABBREVIATION_LETTERS && longer.startsWith(shorter)) return true;
  if (/\d/.test(longer)) return false;
  if (shorter.length > 1 && shorter.at(-1) === longer.at(-1) && startsAndFollows(shorter, longer)) return true;
  return shorter.length > MIN_ABBREVIATION_LETTERS && oneLetterApart(shorter, longer);
}

/** The letters of a contraction appear in order in the word, which starts with the same letter. */
function startsAndFollows(contraction: string, word: string): boolean {
  if (contraction[0] !== word[0]) return false;
  let at = 0;
  for (const letter of contraction) {
    at = word.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function oneLetterApart(shorter: string, longer: string): boolean {
  if (longer.length - shorter.length > 1) return false;
  let at = 0;
  while (at < shorter.length && shorter[at] === longer[at]) at++;
  return shorter.slice(shorter.length === longer.length ? at + 1 : at) === longer.slice(at + 1);
}

function readUnit(address: ResidenceKey, buildingLine: string): string | null {
  const [line] = splitKey(address.key);
  const unit = line.slice(buildingLine.length).replace(/[^A-Z0-9/-]/g, '');
  const bare = unit.replace(/^(?:UNIT|APT|U)(?=\d)/, '').replaceAll('-', '/');
  return bare === '' ? null : bare;
}

/**
 * Rolls write `518/207` or `518` for unit 207 of number 518: `door` when the situs unit names the mailing house number.
 * A unit that one side leaves out is no difference; nor is a letter that only one side has (307 and 307C).
 */
function compareUnits(mailing: string | null, situs: string | null, at: Building): 'door' | 'same' | 'different' {
  if (situs === null || situs === mailing) return situs?.includes('/') === true ? 'door' : 'same';
  const [first, second] = situs.split('/') as [string, string | undefined];
  const namesTheDoor = isNumberWithin(first, at);
  if (mailing === null || mailing === `${at.low}`) return namesTheDoor && second === undefined ? 'door' : 'same';
  const mailingUnit = mailing.split('/').at(-1);
  if ((namesTheDoor && second === mailingUnit) || situs === `${at.low}${mailing}`) return 'door';
  if (mailing === first || mailingUnit === situs) return 'same';
  const digits = (text: string) => text.replace(/\D/g, '');
  const oneLacksLetters = /^\d+$/.test(mailing) !== /^\d+$/.test(situs);
  return oneLacksLetters && digits(mailing) !== '' && digits(mailing) === digits(situs) ? 'same' : 'different';
}

const isNumberWithin = (text: string, { low, high }: Building): boolean =>
  /^\d+$/.test(text) && Number(text) >= low && Number(text) <= high;
