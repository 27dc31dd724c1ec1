/** Half-up to two decimals; the nudge undoes binary fractions such as 1.005 that lie just below their decimal. */
export const roundToHundredths = (value: number): number => Math.round(value * 100 * (1 + Number.EPSILON)) / 100;

/** Half-up to one decimal. */
export const roundToTenths = (value: number): number => Math.round(value * 10 * (1 + Number.EPSILON)) / 10;
