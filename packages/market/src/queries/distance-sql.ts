import { EARTH_RADIUS_MILES } from '../dataset/grid.ts';

const RADIANS = Math.PI / 180;

export interface DistanceSql {
  /** Whether columns `latitude` and `longitude` lie within the radius. */
  within: string;
  /** Great-circle miles to them. */
  miles: string;
}

/**
 * `milesBetween` in PostgreSQL, over bound parameters. The filter compares haversines, sin^2(d/2R), which spares it
 * the arc sine: `haversine` is `haversineOf(radiusMiles)`.
 */
export function distanceSql(latitude: string, longitude: string, haversine: string): DistanceSql {
  const h = `(sin((latitude - ${latitude}) * ${RADIANS / 2}) ^ 2 + cos(${latitude} * ${RADIANS})
    * cos(latitude * ${RADIANS}) * sin((longitude - ${longitude}) * ${RADIANS / 2}) ^ 2)`;
  return { within: `${h} <= ${haversine}`, miles: `${2 * EARTH_RADIUS_MILES} * asin(least(1, sqrt(${h})))` };
}

/** sin^2 of half the angle that a distance of at most half the earth's circumference spans. */
export const haversineOf = (miles: number): number => Math.sin(miles / 2 / EARTH_RADIUS_MILES) ** 2;
