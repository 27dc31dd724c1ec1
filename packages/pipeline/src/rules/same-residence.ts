import { SAME_BUILDING_NUMBER_GAP } from '@plat/dataset/constants';
import { stateOfZip } from '@plat/records';
import { sameBut, sameStreet } from './same-street.ts';

/** An address key from the normalise stage: `123 MAIN ST #4|85043`, and the same without the unit. */
export interface ResidenceKey {
  key: string;
  buildingKey: string;
}

export type ResidenceComparison = 'same' | 'different' | 'unknown';

/**
 * Compares a mailing address with a situs (docs/rules/rentals.md), units included. Tolerates a missing unit, a
 * number range (22-24 and 24), the other number of a two-family house (22 and 24), an abbreviated street word
 * (MASS for MASSACHUSETTS), a missing suffix, and within one ZIP another suffix. Two units of a building are two
 * homes. A post office box or private mail box near the property proves nothing.
 */
export function compareResidence(mailing: ResidenceKey, situs: ResidenceKey): ResidenceComparison {
  if (mailing.key === situs.key) return 'same';
  const [mailingLine, mailingPlace] = splitKey(mailing.buildingKey);
  const [situsLine, situsPlace] = splitKey(situs.buildingKey);
  if (mailingLine.startsWith('PO BOX ') || / PMB \d/.test(mailing.key))
    return samePlace(mailingPlace, situsPlace) ? 'unknown' : 'different';
  if (!samePlace(mailingPlace, situsPlace)) return 'different';

  const at = readBuilding(mailingLine);
  const of = readBuilding(situsLine);
  if (at === null || of === null) return 'different';
  const oneHouse = at.low === of.low && oneZipOrUnknown(mailingPlace, situsPlace);
  if (!sameStreet(at.street, of.street) && !(oneHouse && sameBut(at.street, of.street))) return 'different';
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
 * ZIP codes of one sectional centre are one place, because rolls and owners often disagree on the last digits. A
 * ZIP and a city name are one place if they are in one state.
 */
function samePlace(left: string, right: string): boolean {
  if (isZip(left) && isZip(right)) return left.slice(0, 3) === right.slice(0, 3);
  return isZip(left) === isZip(right) ? left === right : stateOf(left) === stateOf(right);
}

const oneZipOrUnknown = (left: string, right: string): boolean => left === right || isZip(left) !== isZip(right);

interface Building {
  low: number;
  high: number;
  street: string[];
}

function readBuilding(line: string): Building | null {
  // A line may start with the end of the owner's name: C/O AND TRUST 12 OAK ST.
  const match = /^(?:[^\d]+ )?(\d+)[A-Z]?((?:-\d+[A-Z]?)*)(?: \d\/\d)? (.+)$/.exec(line);
  if (match === null) return null;
  const low = Number(match[1]);
  const last = /(\d+)[A-Z]?$/.exec(match[2] ?? '');
  const high = last === null ? low : Number(last[1]);
  return { low, high: Math.max(low, high), street: (match[3] as string).split(' ') };
}

function readUnit(address: ResidenceKey, buildingLine: string): string | null {
  const [line] = splitKey(address.key);
  const unit = line.slice(buildingLine.length).replace(/[^A-Z0-9/-]/g, '');
  const bare = unit
    .replace(/^(?:UNIT|APT|U)(?=\d)/, '')
    .replaceAll('-', '/')
    .replace(/^0+(?=\d)/, '')
    .replace(/^([A-Z])0*(\d+)$/, '$2$1');
  return bare === '' ? null : bare;
}

/**
 * Rolls write `518/207` or `518` for unit 207 of number 518: `door` if the situs unit names the mailing house
 * number. A unit missing on one side does not count as a difference; nor does a letter on one side only (307 and 307C).
 */
function compareUnits(mailing: string | null, situs: string | null, at: Building): 'door' | 'same' | 'different' {
  if (situs === null || situs === mailing) return situs?.includes('/') === true ? 'door' : 'same';
  const [first, second] = situs.split('/') as [string, string | undefined];
  const namesTheDoor = isNumberWithin(first, at);
  if (mailing === null || mailing === `${at.low}`) return namesTheDoor && second === undefined ? 'door' : 'same';
  const mailingUnit = mailing.split('/').at(-1);
  if ((namesTheDoor && second === mailingUnit) || isNumberAndUnit(situs, at.low, mailing)) return 'door';
  if (mailing === first || mailingUnit === situs) return 'same';
  const digits = (text: string) => text.replace(/\D/g, '');
  const oneLacksLetters = /^\d+$/.test(mailing) !== /^\d+$/.test(situs);
  return oneLacksLetters && digits(mailing) !== '' && digits(mailing) === digits(situs) ? 'same' : 'different';
}

/**
 * Unit 41 of number 246 on a roll that prefixes units with the house number: 24641, or 4641. Also unit B1 of number 5
 * (5B1), and unit 2 of number 65R (65R2).
 */
function isNumberAndUnit(situs: string, houseNumber: number, unit: string): boolean {
  const asWritten = unit.replace(/^(\d+)([A-Z])$/, '$2$1');
  return [unit, asWritten].some((end) => {
    const number = situs.slice(0, -end.length).replace(/(?<=\d)[A-Z]$/, '');
    return situs.endsWith(end) && (number === `${houseNumber}` || number === `${houseNumber}`.slice(-2));
  });
}

const isNumberWithin = (text: string, { low, high }: Building): boolean =>
  /^\d+$/.test(text) && Number(text) >= low && Number(text) <= high;
