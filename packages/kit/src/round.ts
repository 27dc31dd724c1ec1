/**
 * Rounds half up, away from zero. The nudge corrects binary fractions such as 1.005 or 0.145 * 100, which are just
 * below their decimal value.
 */
export function round(value: number, decimals = 0): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale * (1 + 4 * Number.EPSILON)) / scale;
}
