import { isOrdinal } from './house-number.ts';
import { NUMBER_WORDS, ORDINAL_WORDS } from './numerals.ts';
import { displayWords } from './title-case.ts';
import { allDigits, hasDigit, startsWithDigit, tokenise } from './tokens.ts';
import { INTERCHANGEABLE_UNITS, STANDALONE_UNITS, UNIT_DESIGNATORS } from './units.ts';

export interface Unit {
  designator: string;
  number: string | null;
}

/** Designators that are also common street words must be followed by such a word. */
const isNumberLike = (word: string | undefined): boolean =>
  word !== undefined && word !== '' && (hasDigit(word) || word.length <= 2 || word === '#' || word === 'NO');

const floorNumber = (word: string): string => (ORDINAL_WORDS.get(word) ?? word).replace(/^(\d+)(ST|ND|RD|TH)$/, '$1');

/** True when a unit starts at `words[at]`, within a line whose street started earlier. */
export function startsUnit(words: readonly string[], at: number, to: number): boolean {
  const word = words[at] as string;
  if (word === '#') return at + 1 < to;
  const designator = UNIT_DESIGNATORS.get(word);
  const next = at + 1 < to ? words[at + 1] : undefined;
  if (designator !== undefined) {
    if (STANDALONE_UNITS.has(designator) && next === undefined) return true;
    return isNumberLike(next);
  }
  // 5TH FL, SECOND FLOOR
  return next !== undefined && UNIT_DESIGNATORS.get(next) === 'FL' && (isOrdinal(word) || ORDINAL_WORDS.has(word));
}

/** Reads `words[from, to)` as a unit: APT 4, # 4, 4, 5TH FL, REAR, BLDG 2 APT 5, 1ST FLOOR REAR. */
export function readUnit(words: readonly string[], from: number, to: number): Unit | null {
  const parts: { designator: string | null; number: string }[] = [];
  for (let at = from; at < to; at++) {
    const word = words[at] as string;
    const next = at + 1 < to ? (words[at + 1] as string) : '';
    if (word === '#' || ((word === 'NO' || word === 'NUMBER') && hasDigit(next))) {
      if (parts.length === 0) parts.push({ designator: null, number: '' });
      continue;
    }
    const last = parts.at(-1);
    const designator = UNIT_DESIGNATORS.get(word);
    const waitsForNumber = last !== undefined && last.number === '' && last.designator !== null;
    if (UNIT_DESIGNATORS.get(next) === 'FL' && (isOrdinal(word) || ORDINAL_WORDS.has(word))) {
      parts.push({ designator: 'FL', number: floorNumber(word) });
      at++;
    } else if (designator !== undefined && !(waitsForNumber && word.length === 1)) {
      parts.push({ designator, number: '' });
    } else {
      const value = last?.designator === 'FL' ? floorNumber(word) : (NUMBER_WORDS.get(word) ?? word);
      if (last === undefined) parts.push({ designator: null, number: value });
      else last.number = joinNumber(last.number, value);
    }
  }
  const kept = parts.filter((part) => part.number !== '' || STANDALONE_UNITS.has(part.designator ?? ''));
  const [first, ...rest] = kept;
  if (first === undefined) return null;
  const further = rest.map((part) => `${part.designator ?? 'UNIT'} ${part.number}`.trim());
  const number = [first.number, ...further].filter((text) => text !== '').join(' ');
  return { designator: first.designator ?? 'UNIT', number: number === '' ? null : number };
}

/** A-12, A 12 and A12 are one number; 1-2 and 1 2 stay separate. */
function joinNumber(left: string, right: string): string {
  if (left === '') return allDigits(right) ? right.replace(/^0+(?=\d)/, '') : right;
  const letterMeetsDigit = startsWithDigit(right) !== hasDigit(left.at(-1) ?? '');
  return letterMeetsDigit && (left.length <= 2 || right.length <= 2) ? left + right : `${left} ${right}`;
}

export interface NormalisedUnit {
  /** APT 4, UNIT 4, REAR; the unit in an address key. */
  unitKey: string;
  /** Apt 4, Unit 4B, Rear. */
  displayUnit: string;
}

/**
 * Unit text of an assessment roll in Pub 28 form: `Apt. 4`, `#4`, `4`, `2nd floor`. A number without a designator
 * (or with `#`) gets UNIT.
 * @returns null for empty text.
 */
export function normaliseUnit(text: string): NormalisedUnit | null {
  const { words } = tokenise(text);
  const unit = readUnit(words, 0, words.length);
  if (unit === null) return null;
  const unitKey = unit.number === null ? unit.designator : `${unit.designator} ${unit.number}`;
  return { unitKey, displayUnit: displayWords(unitKey) };
}

/** The unit for comparing records of one place: `#4` for APT 4, UNIT 4, STE 4; other designators stay. */
export function comparableUnit(unitKey: string): string {
  const gap = unitKey.indexOf(' ');
  if (gap < 0) return unitKey;
  return INTERCHANGEABLE_UNITS.has(unitKey.slice(0, gap)) ? `#${unitKey.slice(gap + 1)}` : unitKey;
}
