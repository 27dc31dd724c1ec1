import { EARTH_RADIUS_MILES } from '../dataset/grid.ts';

/** `milesBetween` as a PostgreSQL expression over columns `latitude` and `longitude` and two bound parameters. */
export const distanceMilesSql = (latitude: string, longitude: string): string =>
  `${2 * EARTH_RADIUS_MILES} * asin(least(1, sqrt(
     sin(radians(latitude - ${latitude}) / 2) ^ 2
     + cos(radians(${latitude})) * cos(radians(latitude)) * sin(radians(longitude - ${longitude}) / 2) ^ 2)))`;
