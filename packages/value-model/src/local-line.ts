/** Observations by day: their sum and number. */
export interface DailySums {
  sum: Float64Array;
  count: Float64Array;
}

/** Kernels end at this many bandwidths. */
export const KERNEL_REACH = 4;

/** A weighted straight line around day `at`, from days before `end`; the mean level where no line can be fitted. */
export function localLine(
  { sum, count }: DailySums,
  at: number,
  bandwidth: number,
  end: number,
): { level: number; slope: number } {
  let weights = 0;
  let first = 0;
  let second = 0;
  let total = 0;
  let moment = 0;
  const from = Math.max(0, Math.floor(at - KERNEL_REACH * bandwidth));
  const to = Math.min(end, sum.length, Math.ceil(at + KERNEL_REACH * bandwidth));
  for (let day = from; day < to; day++) {
    if (count[day] === 0) continue;
    const distance = day - at;
    const kernel = Math.exp((-distance * distance) / (2 * bandwidth * bandwidth));
    const weight = kernel * count[day]!;
    weights += weight;
    first += weight * distance;
    second += weight * distance * distance;
    total += kernel * sum[day]!;
    moment += kernel * sum[day]! * distance;
  }
  if (weights === 0) return { level: 0, slope: 0 };
  const spread = weights * second - first * first;
  if (spread < 1e-6 * weights * weights) return { level: total / weights, slope: 0 };
  const slope = (weights * moment - first * total) / spread;
  return { level: (total - slope * first) / weights, slope };
}
