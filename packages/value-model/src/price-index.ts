import { MAX_RESIDUAL, TREND_MAX_DAYS } from './constants.ts';
import { type DailySums, KERNEL_REACH, localLine } from './local-line.ts';
import { eliminate } from './ridge.ts';

/**
 * The price level by day as a logarithm: one curve for the region, and each county's difference from it. Values
 * are `STEP_DAYS` apart from `firstDay`, linear in between and constant outside.
 */
export interface PriceIndex {
  firstDay: number;
  region: Float64Array;
  counties: Record<string, Float64Array>;
}

export interface IndexedResidual {
  day: number;
  county: string | null;
  /** Log price minus the estimate of everything except time. */
  residual: number;
}

const STEP_DAYS = 7;
/** Bandwidths in days: of the curve, its final slope, the trend under the season, and counties. */
const LEVEL_BANDWIDTH = 60;
const SLOPE_BANDWIDTH = 180;
const TREND_BANDWIDTH = 270;
const COUNTY_BANDWIDTH = 120;
/** With few sales the bandwidth grows until it holds this many. */
const SALES_IN_BANDWIDTH = 300;
const MAX_LEVEL_BANDWIDTH = 360;
/** Maximum number of newest sales that may lie apart from the others. */
const STRAGGLERS = 5;
/** Prices have hardly ever moved faster for long; a steeper line is noise. */
const MAX_SLOPE_A_YEAR = 0.25;
/** With this many sales in the last half year, half of the slope is used. */
const SLOPE_PRIOR_SALES = 100;
/** A county with this many sales within its bandwidth keeps half of its difference. */
const COUNTY_PRIOR_SALES = 40;
/** Shrinks seasons as if this share of a year's sales had shown none. */
const SEASON_PRIOR = 0.05;
const SEASON_MIN_DAYS = 2 * 365;
const HARMONICS = 4;

/**
 * Fits the index by local lines, which do not lag at the end, on residuals of sales before `endDay`, with a yearly
 * season in two harmonics. After the newest sale it follows the last half year's slope and the season for
 * `TREND_MAX_DAYS`.
 */
export function fitPriceIndex(residuals: readonly IndexedResidual[]): PriceIndex {
  const firstDay = residuals.reduce((first, { day }) => Math.min(first, day), Number.POSITIVE_INFINITY);
  const newest = residuals.map(({ day }) => day).sort((a, b) => b - a);
  // A few stragglers do not determine the level: the curve ends where most sales end.
  const end = newest[Math.min(STRAGGLERS, newest.length - 1)]! - firstDay + 1;
  const length = Math.max(end + TREND_MAX_DAYS, newest[0]! - firstDay + 1) + STEP_DAYS;
  const widths = bandwidthsOf(residuals.filter(({ day }) => day - firstDay >= end - 365).length, Math.min(365, end));
  const sums = dailySums(
    residuals,
    firstDay,
    length,
    widths.trend,
    medianOf(residuals.map(({ residual }) => residual)),
  );
  const season =
    end >= SEASON_MIN_DAYS ? seasonOf(sums, firstDay, end, length, widths.trend) : new Float64Array(length);
  const withoutSeason = { ...sums, sum: sums.sum.map((sum, day) => sum - sums.count[day]! * season[day]!) };
  const atEnd = localLine(withoutSeason, end, widths.level, end).level;
  const slope = endSlope(withoutSeason, end, widths.slope);
  const steps = Math.ceil(length / STEP_DAYS);
  const region = new Float64Array(steps);
  for (let step = 0; step < steps; step++) {
    const day = step * STEP_DAYS;
    const level =
      day < end
        ? localLine(withoutSeason, day, widths.level, end).level
        : atEnd + slope * Math.min(day - end, TREND_MAX_DAYS);
    region[step] = level + season[Math.min(day, length - 1)]!;
  }
  const index: PriceIndex = { firstDay, region, counties: {} };
  index.counties = countyCurves(residuals, index, end);
  return index;
}

/** The index on a day. @param county null or unknown for the region's curve alone. */
export function indexOn(index: PriceIndex, county: string | null, day: number): number {
  const own = county === null ? undefined : index.counties[county];
  return curveOn(index.region, index.firstDay, day) + (own === undefined ? 0 : curveOn(own, index.firstDay, day));
}

function curveOn(curve: Float64Array, firstDay: number, day: number): number {
  const position = Math.min(curve.length - 1, Math.max(0, (day - firstDay) / STEP_DAYS));
  const step = Math.floor(position);
  const next = Math.min(curve.length - 1, step + 1);
  return curve[step]! + (curve[next]! - curve[step]!) * (position - step);
}

/** Sums and counts of a day's residuals, each clamped to `MAX_RESIDUAL` around a rough curve. */
function dailySums(
  residuals: readonly IndexedResidual[],
  firstDay: number,
  length: number,
  bandwidth: number,
  centre: number,
): DailySums {
  const add = (middle: (day: number) => number): DailySums => {
    const sums = { sum: new Float64Array(length), count: new Float64Array(length) };
    for (const { day, residual } of residuals) {
      const at = day - firstDay;
      const cut = middle(at) + Math.max(-MAX_RESIDUAL, Math.min(MAX_RESIDUAL, residual - middle(at)));
      sums.sum[at] = sums.sum[at]! + cut;
      sums.count[at] = sums.count[at]! + 1;
    }
    return sums;
  };
  // First around the median of all residuals, to find the rough curve; then around that curve.
  const rough = add(() => centre);
  const course = new Float64Array(Math.ceil(length / STEP_DAYS) + 1);
  for (let step = 0; step < course.length; step++) {
    course[step] = localLine(rough, step * STEP_DAYS, bandwidth, length).level;
  }
  return add((at) => course[Math.round(at / STEP_DAYS)]!);
}

interface Bandwidths {
  level: number;
  slope: number;
  trend: number;
}

function bandwidthsOf(sales: number, days: number): Bandwidths {
  const wanted = (SALES_IN_BANDWIDTH * days) / Math.max(1, sales);
  const level = Math.max(LEVEL_BANDWIDTH, Math.min(MAX_LEVEL_BANDWIDTH, wanted));
  return {
    level,
    slope: Math.max(SLOPE_BANDWIDTH, 1.5 * level),
    trend: Math.max(TREND_BANDWIDTH, 2 * level),
  };
}

/** The slope of the last half year, shrunk towards zero for few sales and clamped to `MAX_SLOPE_A_YEAR`. */
function endSlope(sums: DailySums, end: number, bandwidth: number): number {
  const { slope } = localLine(sums, end, bandwidth, end);
  let sales = 0;
  for (let day = Math.max(0, Math.floor(end - bandwidth)); day < end; day++) sales += sums.count[day]!;
  const most = MAX_SLOPE_A_YEAR / 365.25;
  return (Math.max(-most, Math.min(most, slope)) * sales) / (sales + SLOPE_PRIOR_SALES);
}

/** Backfitting: the trend without season, then two yearly harmonics on its residuals. */
function seasonOf(sums: DailySums, firstDay: number, end: number, length: number, bandwidth: number): Float64Array {
  const waves = Array.from({ length }, (_, day) => {
    const angle = (2 * Math.PI * (firstDay + day)) / 365.25;
    return [Math.cos(angle), Math.sin(angle), Math.cos(2 * angle), Math.sin(2 * angle)];
  });
  const sales = sums.count.reduce((total, count) => total + count, 0);
  const season = new Float64Array(length);
  for (let round = 0; round < 4; round++) {
    const without = { ...sums, sum: sums.sum.map((sum, day) => sum - sums.count[day]! * season[day]!) };
    const system = Array.from({ length: HARMONICS }, () => new Float64Array(HARMONICS + 1));
    let trend = 0;
    for (let day = 0; day < end; day++) {
      if (day % STEP_DAYS === 0) trend = localLine(without, day, bandwidth, end).level;
      const count = sums.count[day]!;
      if (count === 0) continue;
      for (let a = 0; a < HARMONICS; a++) {
        const wave = waves[day]![a]!;
        for (let b = 0; b < HARMONICS; b++) system[a]![b] = system[a]![b]! + count * wave * waves[day]![b]!;
        system[a]![HARMONICS] = system[a]![HARMONICS]! + wave * (sums.sum[day]! - count * trend);
      }
    }
    for (let a = 0; a < HARMONICS; a++) system[a]![a] = system[a]![a]! + (SEASON_PRIOR * sales * 365.25) / end;
    const heights = eliminate(system);
    for (let day = 0; day < length; day++) {
      season[day] = heights.reduce((sum, height, wave) => sum + height * waves[day]![wave]!, 0);
    }
  }
  return season;
}

function countyCurves(
  residuals: readonly IndexedResidual[],
  index: PriceIndex,
  end: number,
): Record<string, Float64Array> {
  const byCounty = Map.groupBy(
    residuals.filter(({ county }) => county !== null),
    ({ county }) => county!,
  );
  const curves: Record<string, Float64Array> = Object.create(null) as Record<string, Float64Array>;
  if (byCounty.size < 2) return curves;
  for (const county of [...byCounty.keys()].sort()) {
    const sums = { sum: new Float64Array(end), count: new Float64Array(end) };
    for (const { day, residual } of byCounty.get(county)!) {
      const left = residual - curveOn(index.region, index.firstDay, day);
      const at = day - index.firstDay;
      sums.sum[at] = sums.sum[at]! + Math.max(-MAX_RESIDUAL, Math.min(MAX_RESIDUAL, left));
      sums.count[at] = sums.count[at]! + 1;
    }
    curves[county] = Float64Array.from({ length: index.region.length }, (_, step) =>
      shrunkLevel(sums, Math.min(step * STEP_DAYS, end - 1)),
    );
  }
  return curves;
}

function shrunkLevel({ sum, count }: DailySums, at: number): number {
  let weights = 0;
  let total = 0;
  const reach = KERNEL_REACH * COUNTY_BANDWIDTH;
  for (let day = Math.max(0, at - reach); day < Math.min(count.length, at + reach); day++) {
    if (count[day] === 0) continue;
    const kernel = Math.exp(-((day - at) ** 2) / (2 * COUNTY_BANDWIDTH ** 2));
    weights += kernel * count[day]!;
    total += kernel * sum[day]!;
  }
  return total / (weights + COUNTY_PRIOR_SALES);
}

function medianOf(values: number[]): number {
  if (values.length === 0) return 0;
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1]!;
}
