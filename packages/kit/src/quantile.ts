/** Quantile by linear interpolation (Hyndman and Fan 1996, type 7). NaN for an empty list. @param share 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/** The middle value, or the mean of the two middle values. NaN for an empty list. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
