import { EARTH_RADIUS_MILES } from '../grid.ts';

const RADIANS = Math.PI / 180;

export interface DistanceSql {
  /** Condition: columns `latitude` and `longitude` are within the radius. */
  within: string;
  /** Great-circle distance to them in miles. */
  miles: string;
}

/**
 * `milesBetween` in PostgreSQL, over bound parameters. The filter compares haversines, which avoids the arcsine:
 * `haversine` is `haversineOf(radiusMiles)`.
 */
export function distanceSql(latitude: string, longitude: string, haversine: string): DistanceSql {
  const h = haversineSql(latitude, longitude);
  return { within: `${h} <= ${haversine}`, miles: `${2 * EARTH_RADIUS_MILES} * asin(least(1, sqrt(${h})))` };
}

/** sin^2(d/2R) for the distance d to columns `latitude` and `longitude`, to compare with `haversineOf(miles)`. */
export const haversineSql = (latitude: string, longitude: string): string =>
  `(sin((latitude - ${latitude}) * ${RADIANS / 2}) ^ 2 + cos(${latitude} * ${RADIANS})
    * cos(latitude * ${RADIANS}) * sin((longitude - ${longitude}) * ${RADIANS / 2}) ^ 2)`;

/** sin^2 of half the angle of a distance of at most half the earth's circumference. */
export const haversineOf = (miles: number): number => Math.sin(miles / 2 / EARTH_RADIUS_MILES) ** 2;
