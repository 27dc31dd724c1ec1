import { createHmac } from 'node:crypto';
import { EARTH_RADIUS_MILES } from '@plat/dataset';
import type { Point } from './area-deal.ts';

const FEET_PER_MILE = 5280;
/** Decision 33. A foot inside its 100 and 600, so that rounding the coordinates never leaves them. */
const MIN_FEET = 101;
const MAX_FEET = 599;
/** No published point lies farther than this from the true one. */
export const MAX_DISPLACEMENT_MILES = 600 / FEET_PER_MILE;
/** Places closer than about 36 feet are one place. */
const PLACES_PER_DEGREE = 10_000;
/** A tenth of a foot. */
const PUBLISHED_DECIMALS = 1e6;
const UINT32 = 2 ** 32;

/** Moves a true point to the one that is published for it. */
export type PointObfuscation = (truth: Point) => Point;

/**
 * Displaces points by 100 to 600 feet in a direction, evenly over that ring, that follows from HMAC-SHA256 of the place
 * under a secret: always the same for a parcel, whoever asks from wherever, so that asking again averages nothing out.
 * The place is the key, not the parcel number: all flats of a building move together, since the mean of fifty
 * independent displacements would be the building.
 */
export function createPointObfuscation(secret: string): PointObfuscation {
  return (truth) => {
    const place = [truth.latitude, truth.longitude].map((degrees) => Math.round(degrees * PLACES_PER_DEGREE)).join(',');
    const digest = createHmac('sha256', secret).update(`point ${place}`).digest();
    const bearing = (digest.readUInt32BE(0) / UINT32) * 2 * Math.PI;
    const share = digest.readUInt32BE(4) / UINT32;
    const feet = Math.sqrt(MIN_FEET ** 2 + share * (MAX_FEET ** 2 - MIN_FEET ** 2));
    return published(destination(truth, bearing, feet / FEET_PER_MILE));
  };
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** The point so many miles along a great circle; bearing in radians clockwise from north. */
function destination({ latitude, longitude }: Point, bearing: number, miles: number): Point {
  const angle = miles / EARTH_RADIUS_MILES;
  const start = radians(latitude);
  const end = Math.asin(Math.sin(start) * Math.cos(angle) + Math.cos(start) * Math.sin(angle) * Math.cos(bearing));
  const turn = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(start),
    Math.cos(angle) - Math.sin(start) * Math.sin(end),
  );
  return { latitude: degrees(end), longitude: ((((longitude + degrees(turn) + 180) % 360) + 360) % 360) - 180 };
}

const published = ({ latitude, longitude }: Point): Point => ({
  latitude: Math.round(latitude * PUBLISHED_DECIMALS) / PUBLISHED_DECIMALS,
  longitude: Math.round(longitude * PUBLISHED_DECIMALS) / PUBLISHED_DECIMALS,
});
