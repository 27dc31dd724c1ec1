import type { UsageSubject } from '@plat/contracts';

const COORDINATE_DECIMALS = 4;

/** Rounded to about 11 m. Adding 0 turns -0 into 0. */
const rounded = (degrees: number): string =>
  (Number(degrees.toFixed(COORDINATE_DECIMALS)) + 0).toFixed(COORDINATE_DECIMALS);

/** The location that a search counts for, rounded to 4 decimals (docs/rules/limits.md). */
export const countedLocation = ({ latitude, longitude }: { latitude: number; longitude: number }): UsageSubject => ({
  kind: 'location',
  value: `${rounded(latitude)},${rounded(longitude)}`,
});
