/** Undoes binary fractions such as 1.005 or 0.145 * 100 that lie just below their decimal. */
const nudged = (value: number): number => value * (1 + 4 * Number.EPSILON);

/** Half-up to a whole number; for values of at least 0. */
export const roundHalfUp = (value: number): number => Math.round(nudged(value));

/** Half-up to two decimals; for values of at least 0. */
export const roundToHundredths = (value: number): number => Math.round(nudged(value * 100)) / 100;
