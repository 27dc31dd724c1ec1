import type { ValuedFacts } from '@plat/dataset';
import {
  findNeighbours,
  metresOf,
  type Neighbours,
  ownSaleBefore,
  type PoolIndex,
  type SalePool,
} from './sale-pool.ts';

/** Features of a property from earlier sales nearby, in order. All prices are without the price index. */
export const COMPARABLE_FEATURES = [
  'mean residual of neighbours, narrow',
  'mean residual of neighbours, middle',
  'mean residual of neighbours, wide',
  'mean residual of similar neighbours',
  'how much was sold nearby',
  'log price per square foot of similar neighbours',
  'spread of residuals nearby',
  "residual of the property's own last sale",
  'days since the own last sale',
] as const;

export const NEAREST_SALES = 60;
const NARROW_METRES = 120;
const MIDDLE_METRES = 350;
const WIDE_METRES = 900;
const MEMORY_DAYS = 700;
/** Weight of a zero observation in each mean, which shrinks it. */
const NARROW_PRIOR = 0.3;
const MIDDLE_PRIOR = 0.5;
const WIDE_PRIOR = 1;
const SIMILAR_PRIOR = 0.15;

/**
 * Writes the features of `COMPARABLE_FEATURES` into `row` from `offset`: kernel means over the nearest sales
 * before `beforeDay`, weighted by distance, age of the sale and similarity of the houses. NaN without data.
 */
export function comparableFeatures(
  pool: SalePool,
  index: PoolIndex,
  subject: { facts: ValuedFacts; day: number; beforeDay: number },
  room: Neighbours,
  row: Float64Array,
  offset: number,
): void {
  const { facts, day, beforeDay } = subject;
  const at = metresOf(facts.latitude, facts.longitude, pool.originLatitude);
  const propertyId = facts.property_id;
  findNeighbours(pool, index, { ...at, propertyId, beforeDay }, room);
  const widths = kernelWidths(room);
  const own = characteristicsOf(facts);
  const sums = new Float64Array(10);
  for (let neighbour = 0; neighbour < room.count; neighbour++) {
    const sale = room.sale[neighbour]!;
    const distance = Math.sqrt(room.squareMetres[neighbour]!);
    const residual = pool.residual[sale]!;
    const freshness = Math.exp((pool.day[sale]! - day) / MEMORY_DAYS);
    const narrow = freshness * Math.exp(-distance / widths.narrow);
    const middle = freshness * Math.exp(-distance / widths.middle);
    const wide = freshness * Math.exp(-distance / widths.wide);
    const similar = middle * likeness(pool, sale, own);
    sums[0]! += narrow;
    sums[1]! += narrow * residual;
    sums[2]! += middle;
    sums[3]! += middle * residual;
    sums[4]! += wide;
    sums[5]! += wide * residual;
    sums[6]! += similar;
    sums[7]! += similar * residual;
    sums[8]! += similar * pool.logPricePerSqft[sale]!;
    sums[9]! += middle * residual * residual;
  }
  row[offset] = sums[1]! / (sums[0]! + NARROW_PRIOR);
  row[offset + 1] = sums[3]! / (sums[2]! + MIDDLE_PRIOR);
  row[offset + 2] = sums[5]! / (sums[4]! + WIDE_PRIOR);
  row[offset + 3] = sums[7]! / (sums[6]! + SIMILAR_PRIOR);
  row[offset + 4] = sums[2]!;
  row[offset + 5] = sums[6]! > 0.01 ? sums[8]! / sums[6]! : Number.NaN;
  row[offset + 6] = sums[2]! > MIDDLE_PRIOR ? Math.sqrt(sums[9]! / sums[2]!) : Number.NaN;
  const last = ownSaleBefore(pool, index, propertyId, beforeDay);
  row[offset + 7] = last === null ? Number.NaN : pool.residual[last]!;
  row[offset + 8] = last === null ? Number.NaN : day - pool.day[last]!;
}

/** Kernel widths: fixed lengths in towns, fractions of the mean distance where sales are sparse. */
function kernelWidths(room: Neighbours): { narrow: number; middle: number; wide: number } {
  let sum = 0;
  for (let neighbour = 0; neighbour < room.count; neighbour++) sum += Math.sqrt(room.squareMetres[neighbour]!);
  const mean = room.count === 0 ? 0 : sum / room.count;
  return {
    narrow: Math.max(NARROW_METRES, mean / 3),
    middle: Math.max(MIDDLE_METRES, mean * 0.75),
    wide: Math.max(WIDE_METRES, mean * 1.5),
  };
}

interface Characteristics {
  logLiving: number;
  logLot: number;
  yearBuilt: number;
  grade: number;
}

export const characteristicsOf = (facts: ValuedFacts): Characteristics => ({
  logLiving: Math.log(facts.living_square_feet),
  logLot: facts.lot_square_feet === null ? Number.NaN : Math.log(Math.max(1, facts.lot_square_feet)),
  yearBuilt: facts.year_built ?? Number.NaN,
  grade: facts.quality_grade ?? Number.NaN,
});

/** Similarity of two houses: 1 for a twin, near 0 for another kind. Unknown characteristics are ignored. */
function likeness(pool: SalePool, sale: number, own: Characteristics): number {
  const difference =
    3 * apart(pool.logLiving[sale]!, own.logLiving) +
    apart(pool.logLot[sale]!, own.logLot) +
    apart(pool.yearBuilt[sale]!, own.yearBuilt) / 30 +
    0.7 * apart(pool.grade[sale]!, own.grade);
  return Math.exp(-difference);
}

function apart(one: number, other: number): number {
  const difference = Math.abs(one - other);
  return Number.isNaN(difference) ? 0 : difference;
}
