import type { ValuedFacts, ValueSale } from '@plat/dataset';
import { yearOfDay } from './days.ts';
import { solveRidge } from './ridge.ts';

/**
 * A linear estimate of log price: coefficients of characteristics, and effects of groups (type, use, place) shrunk
 * towards zero for few sales. Comparable sales and trees model its residuals.
 */
export interface Hedonic {
  coefficients: Float64Array;
  /** Replaces a missing characteristic. */
  means: Float64Array;
  /** By level of `GROUP_LEVELS`: effect of each group. */
  effects: Record<string, number>[];
}

/** Centre of a log living area and a log lot in square feet, so that their squares stay small. */
const CENTRE_LOG_LIVING = 7.5;
const CENTRE_LOG_LOT = 8.5;
const OLDEST_YEARS = 110;
const NEW_YEARS = 2;

const numberOr = (value: number | null, missing: number): number => (value === null ? missing : Number(value));

/** Characteristics for the linear estimate; NaN if unknown. The first is the constant. */
function hedonicTerms(facts: ValuedFacts, day: number): number[] {
  const year = yearOfDay(day);
  const living = Math.log(facts.living_square_feet) - CENTRE_LOG_LIVING;
  const lot =
    facts.lot_square_feet === null ? Number.NaN : Math.log(Math.max(1, facts.lot_square_feet)) - CENTRE_LOG_LOT;
  const age = centuries(year, facts.year_built);
  const effectiveAge = centuries(year, facts.effective_year_built ?? facts.year_built);
  const grade = numberOr(facts.quality_grade, Number.NaN);
  return [
    1,
    living,
    living * living,
    lot,
    lot * lot,
    numberOr(facts.bedrooms, Number.NaN),
    numberOr(facts.bathrooms, Number.NaN),
    numberOr(facts.units_count, Number.NaN),
    grade,
    grade * grade,
    facts.waterfront === true ? 1 : 0,
    age,
    age * age,
    effectiveAge,
    effectiveAge * effectiveAge,
    facts.year_built !== null && year - facts.year_built <= NEW_YEARS ? 1 : 0,
  ];
}

const centuries = (year: number, built: number | null): number =>
  built === null ? Number.NaN : Math.min(OLDEST_YEARS, Math.max(0, year - built)) / 100;

/** Groups from coarse to fine, identified by text. */
const GROUP_LEVELS: readonly { name: string; isPlace: boolean; of: (facts: ValuedFacts) => string | null }[] = [
  { name: 'type', isPlace: false, of: (facts) => facts.property_type },
  { name: 'use', isPlace: false, of: (facts) => facts.land_use },
  { name: 'county', isPlace: true, of: (facts) => facts.county },
  { name: 'zip', isPlace: true, of: (facts) => facts.zip },
  // About two kilometres of latitude.
  {
    name: 'cell',
    isPlace: true,
    of: (facts) => `${Math.round(facts.latitude * 50)},${Math.round(facts.longitude * 40)}`,
  },
  { name: 'subdivision', isPlace: true, of: (facts) => facts.subdivision },
];

/** A group with this many sales keeps half of its effect. */
const GROUP_PRIOR_SALES = 10;
const SMALLEST_GROUP = 3;
const ROUNDS = 4;
const PENALTY = 1;

/** Fits the estimate to log prices without the price index. */
export function fitHedonic(sales: readonly ValueSale[], target: Float64Array): Hedonic {
  const { columns, means } = designOf(sales);
  const penalties = columns.map((_, column) => (column === 0 ? 0 : PENALTY));
  const keys = GROUP_LEVELS.map((level) => sales.map(({ facts }) => level.of(facts)));
  const effects: Record<string, number>[] = GROUP_LEVELS.map(() => ({}));
  const effectSum = new Float64Array(sales.length);
  const rest = new Float64Array(sales.length);
  let coefficients: Float64Array = new Float64Array(columns.length);
  for (let round = 0; round < ROUNDS; round++) {
    for (let row = 0; row < rest.length; row++) rest[row] = target[row]! - effectSum[row]!;
    coefficients = solveRidge(columns, rest, penalties);
    for (let row = 0; row < rest.length; row++) {
      let linear = 0;
      for (let column = 0; column < columns.length; column++) linear += columns[column]![row]! * coefficients[column]!;
      rest[row] = target[row]! - linear;
    }
    effectSum.fill(0);
    for (const [level, levelKeys] of keys.entries()) {
      const found = groupEffects(levelKeys, rest, effectSum);
      effects[level] = found;
      for (let row = 0; row < rest.length; row++) {
        const key = levelKeys[row];
        if (key != null) effectSum[row] = effectSum[row]! + (found[key] ?? 0);
      }
    }
  }
  return { coefficients, means, effects };
}

function designOf(sales: readonly ValueSale[]): { columns: Float64Array[]; means: Float64Array } {
  const rows = sales.map(({ facts, day }) => hedonicTerms(facts, day));
  const count = rows[0]?.length ?? 0;
  const columns = Array.from({ length: count }, (_, column) => Float64Array.from(rows, (row) => row[column]!));
  const means = Float64Array.from(columns, (column) => {
    const known = column.filter((value) => !Number.isNaN(value));
    return known.length === 0 ? 0 : known.reduce((sum, value) => sum + value, 0) / known.length;
  });
  for (const [index, column] of columns.entries()) {
    for (let row = 0; row < column.length; row++) if (Number.isNaN(column[row])) column[row] = means[index]!;
  }
  return { columns, means };
}

function groupEffects(
  keys: readonly (string | null)[],
  rest: Float64Array,
  taken: Float64Array,
): Record<string, number> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const [row, key] of keys.entries()) {
    if (key === null) continue;
    const group = sums.get(key);
    const left = rest[row]! - taken[row]!;
    if (group === undefined) sums.set(key, { sum: left, count: 1 });
    else {
      group.sum += left;
      group.count += 1;
    }
  }
  const effects: Record<string, number> = Object.create(null) as Record<string, number>;
  for (const key of [...sums.keys()].sort()) {
    const { sum, count } = sums.get(key)!;
    if (count >= SMALLEST_GROUP) effects[key] = sum / (count + GROUP_PRIOR_SALES);
  }
  return effects;
}

export interface HedonicEstimate {
  /** Log price without the price index. */
  logPrice: number;
  /** The part from type and use. */
  kindEffect: number;
  /** The part from the place. */
  placeEffect: number;
}

export function hedonicEstimate(hedonic: Hedonic, facts: ValuedFacts, day: number): HedonicEstimate {
  const terms = hedonicTerms(facts, day);
  let logPrice = 0;
  for (let column = 0; column < terms.length; column++) {
    const term = terms[column]!;
    logPrice += hedonic.coefficients[column]! * (Number.isNaN(term) ? hedonic.means[column]! : term);
  }
  let kindEffect = 0;
  let placeEffect = 0;
  for (const [level, { isPlace, of }] of GROUP_LEVELS.entries()) {
    const key = of(facts);
    const effect = key === null ? 0 : (hedonic.effects[level]![key] ?? 0);
    if (isPlace) placeEffect += effect;
    else kindEffect += effect;
  }
  return { logPrice: logPrice + kindEffect + placeEffect, kindEffect, placeEffect };
}
