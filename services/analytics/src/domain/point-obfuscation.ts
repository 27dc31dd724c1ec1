import { createHmac } from 'node:crypto';
import type { Point } from '@plat/dataset';
import { EARTH_RADIUS_MILES } from '@plat/dataset';

const FEET_PER_MILE = 5280;
/** One foot inside the published bounds of 100 and 600, so that rounded coordinates stay within them. */
const MIN_FEET = 101;
const MAX_FEET = 599;
/** Largest distance of a published point from the true one. */
export const MAX_DISPLACEMENT_MILES = 600 / FEET_PER_MILE;
/** Places closer than about 36 feet are one place. */
const PLACES_PER_DEGREE = 10_000;
/** A tenth of a foot. */
const PUBLISHED_DECIMALS = 1e6;
const UINT32 = 2 ** 32;

/** Maps a true point to its published one. */
export type PointObfuscation = (truth: Point) => Point;

/**
 * Displaces a point by 100 to 600 feet, evenly over that ring, by HMAC-SHA256 of its place under a secret. The
 * result is stable, so repeated requests cannot average it out. The key is the place, not the parcel: the mean of
 * fifty separately displaced flats would reveal their building.
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

/** The point this many miles along a great circle; bearing in radians clockwise from north. */
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
