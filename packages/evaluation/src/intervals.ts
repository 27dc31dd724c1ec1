import { createRandom } from '@plat/value-model';

/** A 95 % interval. */
export interface Interval {
  low: number;
  high: number;
}

/** Two-sided 95 % quantile of the standard normal distribution. */
const Z = 1.959964;
const DRAWS = 1_000;
const TAIL = 0.025;
/** The same sample always gives the same interval. */
const SEED = 'plat evaluate';

export const WILSON = "Wilson's score interval.";
export const BOOTSTRAP = `Percentile bootstrap with ${DRAWS.toLocaleString('en-US')} draws and a fixed seed.`;

/** The interval of a share by Wilson (1927), which also holds for small samples and shares near 0 and 1. */
export function wilsonInterval(hits: number, n: number): Interval {
  if (n === 0) return { low: 0, high: 1 };
  const share = hits / n;
  const centre = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const half = (Z / (1 + Z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/**
 * Percentile intervals of statistics of a sample (Efron and Tibshirani 1993, chapter 13). Give groups instead of
 * single observations where those of a group are alike, such as names of one company.
 * @param statistics of a drawn sample, by name.
 */
export function bootstrapIntervals<T, Name extends string>(
  sample: readonly T[],
  statistics: (drawn: readonly T[]) => Record<Name, number>,
): Record<Name, Interval> {
  const random = createRandom(SEED);
  const drawn = Array.from({ length: DRAWS }, () =>
    statistics(Array.from(sample, () => sample[Math.floor(random.next() * sample.length)] as T)),
  );
  const names = Object.keys(drawn[0] as Record<Name, number>) as Name[];
  const between = (name: Name): Interval => {
    const values = drawn
      .map((one) => one[name])
      .filter((value) => !Number.isNaN(value))
      .sort((a, b) => a - b);
    const at = (share: number) => values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;
    return { low: at(TAIL), high: at(1 - TAIL) };
  };
  return Object.fromEntries(names.map((name) => [name, between(name)])) as Record<Name, Interval>;
}
