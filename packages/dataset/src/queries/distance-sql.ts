import { EARTH_RADIUS_MILES } from '../grid.ts';

const RADIANS = Math.PI / 180;

export interface DistanceSql {
  /** Whether columns `latitude` and `longitude` lie within the radius. */
  within: string;
  /** Great-circle miles to them. */
  miles: string;
}

/**
 * `milesBetween` in PostgreSQL, over bound parameters. The filter compares haversines, which spares it the arc sine:
 * `haversine` is `haversineOf(radiusMiles)`.
 */
export function distanceSql(latitude: string, longitude: string, haversine: string): DistanceSql {
  const h = haversineSql(latitude, longitude);
  return { within: `${h} <= ${haversine}`, miles: `${2 * EARTH_RADIUS_MILES} * asin(least(1, sqrt(${h})))` };
}

/** sin^2(d/2R) of the distance d to columns `latitude` and `longitude`, to be compared with `haversineOf(miles)`. */
export const haversineSql = (latitude: string, longitude: string): string =>
  `(sin((latitude - ${latitude}) * ${RADIANS / 2}) ^ 2 + cos(${latitude} * ${RADIANS})
    * cos(latitude * ${RADIANS}) * sin((longitude - ${longitude}) * ${RADIANS / 2}) ^ 2)`;

/** sin^2 of half the angle that a distance of at most half the earth's circumference spans. */
export const haversineOf = (miles: number): number => Math.sin(miles / 2 / EARTH_RADIUS_MILES) ** 2;
