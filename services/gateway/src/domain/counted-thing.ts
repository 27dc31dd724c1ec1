import type { CountedThing } from '@plat/contracts';

const COORDINATE_DECIMALS = 4;

/** Rounded to about 11 m; the addition turns -0 into 0. */
const rounded = (degrees: number): string =>
  (Number(degrees.toFixed(COORDINATE_DECIMALS)) + 0).toFixed(COORDINATE_DECIMALS);

/** The location that a search is counted for (decision 70). */
export const countedLocation = ({ latitude, longitude }: { latitude: number; longitude: number }): CountedThing => ({
  kind: 'location',
  value: `${rounded(latitude)},${rounded(longitude)}`,
});
