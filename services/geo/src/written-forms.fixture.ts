import { cityKey, comparableUnit, parseStreet, streetNameKeyOf } from '@plat/records';
import type { AddressRow } from './domain/ports.ts';

/** The parts of an address as someone writes them. */
export interface WrittenParts {
  houseNumber: string;
  predirectional: string | null;
  streetName: string;
  suffix: string | null;
  postdirectional: string | null;
  unit: string | null;
  city: string | null;
  state: string;
  zip: string | null;
}

export interface WrittenAddress {
  form: string;
  written: WrittenParts;
  text: string;
}

/** Deterministic random numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Pick = <T>(from: readonly T[]) => T;
export const picking =
  (random: () => number): Pick =>
  (from) =>
    from[Math.floor(random() * from.length)] as (typeof from)[number];

/** The parts of a recorded address; null without house number or street name. */
export function partsOf(row: AddressRow): WrittenParts | null {
  const street = parseStreet(row.street_key);
  if (row.house_number === null || street.streetName === null) return null;
  const { predirectional, suffix, postdirectional } = street;
  return {
    houseNumber: row.house_number,
    predirectional,
    streetName: street.streetName,
    suffix,
    postdirectional,
    unit: row.unit_key,
    city: row.city,
    state: row.state,
    zip: row.zip,
  };
}

const DIRECTIONALS = ['N', 'S', 'E', 'W', 'NE', 'NW', 'SE', 'SW'];
const SPELLED_OUT: Readonly<Record<string, string>> = {
  N: 'North',
  S: 'South',
  E: 'East',
  W: 'West',
  ST: 'Street',
  AVE: 'Avenue',
  RD: 'Road',
  DR: 'Drive',
  LN: 'Lane',
  CT: 'Court',
  BLVD: 'Boulevard',
  PL: 'Place',
  TER: 'Terrace',
  CIR: 'Circle',
  TRL: 'Trail',
};
const SUFFIXES = ['ST', 'AVE', 'RD', 'DR', 'LN', 'CT', 'BLVD', 'PL', 'TER', 'CIR', 'WAY', 'TRL'];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Adds one typo: a letter omitted, doubled, replaced, added or swapped with its neighbour. */
function withTypo(name: string, pick: Pick): string {
  const at = pick([...name].flatMap((letter, index) => (/[A-Z]/.test(letter) ? [index] : [])));
  if (at === undefined) return name;
  const [before, letter, after] = [name.slice(0, at), name[at] as string, name.slice(at + 1)];
  return pick([
    before + after,
    before + letter + letter + after,
    before + pick([...LETTERS]) + after,
    before + pick([...LETTERS]) + letter + after,
    before + (after[0] ?? '') + letter + after.slice(1),
  ]).trim();
}

function withOtherDirectional(parts: WrittenParts, pick: Pick): WrittenParts {
  const taken = [parts.predirectional, parts.postdirectional];
  const other = pick(DIRECTIONALS.filter((one) => !taken.includes(one)));
  if (parts.postdirectional !== null) return { ...parts, postdirectional: other };
  if (parts.predirectional !== null || parts.suffix === null) return { ...parts, predirectional: other };
  return pick([
    { ...parts, predirectional: other },
    { ...parts, postdirectional: other },
  ]);
}

const withOtherSuffix = (parts: WrittenParts, pick: Pick): WrittenParts => ({
  ...parts,
  suffix: pick(SUFFIXES.filter((one) => one !== parts.suffix)),
});

const withOtherZip = ({ zip, ...parts }: WrittenParts, pick: Pick): WrittenParts => ({
  ...parts,
  zip: zip === null ? null : zip.slice(0, 3) + pick(['01', '12', '23', '34', '45', '56', '67', '78', '89', '90']),
});

function withOtherUnit(parts: WrittenParts, pick: Pick): WrittenParts {
  const [, number] = parts.unit?.split(' ') ?? [];
  if (number === undefined) return { ...parts, unit: pick(['APT 7', 'UNIT B', '# 12', 'STE 101']) };
  return { ...parts, unit: pick([`# ${number}`, `UNIT ${number}`, `APT ${number}`, `APT ${number}9`, 'APT 7777']) };
}

const spelledOut = (word: string | null, isLong: boolean): string | null =>
  word !== null && isLong ? (SPELLED_OUT[word] ?? word) : word;

function textOf(parts: WrittenParts, pick: Pick): string {
  const isLong = pick([true, false]);
  const line = [
    parts.houseNumber,
    spelledOut(parts.predirectional, isLong),
    parts.streetName,
    spelledOut(parts.suffix, isLong),
    spelledOut(parts.postdirectional, isLong),
    parts.unit,
  ].filter((part) => part !== null);
  const place = [parts.city, [parts.state, parts.zip].filter((part) => part !== null).join(' ')];
  const text = [line.join(' '), ...place.filter((part) => part !== null)].join(', ');
  return pick([text, text.toLowerCase(), text.toUpperCase()]);
}

/** Ten ways to write a recorded address. `cities`: other cities of the data, written by mistake. */
export function tenWays(row: AddressRow, cities: readonly string[], pick: Pick): WrittenAddress[] {
  const parts = partsOf(row);
  if (parts === null) throw new Error('a house number and a street name are needed');
  const city = pick(cities);
  const typo = { ...parts, streetName: withTypo(parts.streetName, pick) };
  const ways: Record<string, WrittenParts> = {
    'one typo': typo,
    'two typos': { ...parts, streetName: withTypo(typo.streetName, pick) },
    'wrong suffix': withOtherSuffix(parts, pick),
    'other directional': withOtherDirectional(parts, pick),
    'no directional': { ...parts, predirectional: null, postdirectional: null, zip: pick([parts.zip, null]) },
    'no suffix': { ...parts, suffix: null, city: pick([parts.city, null]) },
    'no city': { ...pick([parts, withOtherSuffix(parts, pick), typo]), city: null, zip: pick([parts.zip, null]) },
    'wrong place': pick([withOtherZip(parts, pick), { ...parts, city }, { ...parts, city, zip: null }]),
    'other unit': withOtherUnit(pick([parts, withOtherDirectional(parts, pick)]), pick),
  };
  const asRecorded = { form: 'as recorded', written: parts, text: pick([row.address, row.address.toUpperCase()]) };
  return [
    asRecorded,
    ...Object.entries(ways).map(([form, written]) => ({ form, written, text: textOf(written, pick) })),
  ];
}

/** True if the text replaces a directional of the record. */
export function replacesDirectional(written: WrittenParts, row: AddressRow): boolean {
  const recorded = partsOf(row);
  return (['predirectional', 'postdirectional'] as const).some(
    (part) =>
      written[part] !== null && recorded !== null && recorded[part] !== null && written[part] !== recorded[part],
  );
}

/** Number of parts of a record that the text omits; null if a part differs. */
export function leftOutOf(written: WrittenParts, row: AddressRow, isBuilding = false): number | null {
  const recorded = partsOf(row);
  if (recorded === null || written.houseNumber !== recorded.houseNumber || written.state !== recorded.state)
    return null;
  // 224 St is 224th St.
  const nameOf = ({ streetName, suffix }: WrittenParts) =>
    streetNameKeyOf(parseStreet(`${streetName} ${suffix ?? ''}`));
  if (nameOf(written) !== nameOf(recorded)) return null;
  const inKeys = (parts: WrittenParts) => ({
    predirectional: parts.predirectional,
    suffix: parts.suffix,
    postdirectional: parts.postdirectional,
    unit: isBuilding || parts.unit === null ? null : comparableUnit(unitKeyAsWritten(parts.unit)),
    city: cityKey(parts.city),
    zip: parts.zip,
  });
  const [ofWritten, ofRecord] = [inKeys(written), inKeys(recorded)];
  let leftOut = 0;
  for (const part of Object.keys(ofWritten) as (keyof typeof ofWritten)[]) {
    if (ofWritten[part] === ofRecord[part]) continue;
    const isPlace = part === 'city' || part === 'zip';
    if (ofWritten[part] !== null && !(isPlace && ofRecord[part] === null)) return null;
    if (!isPlace) leftOut++;
  }
  return leftOut;
}

const unitKeyAsWritten = (unit: string): string => unit.replace(/^# /, 'UNIT ').replace(/ 0+(?=\d)/, ' ');
