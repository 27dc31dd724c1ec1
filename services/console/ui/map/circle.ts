/** Decimal degrees. */
export interface Point {
  latitude: number;
  longitude: number;
}

const EARTH_RADIUS_MILES = 3958.7613;
const CORNERS = 96;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** Great-circle distance in miles. */
export function milesBetween(a: Point, b: Point): number {
  const [p, q] = [radians(a.latitude), radians(b.latitude)];
  const h =
    Math.sin((q - p) / 2) ** 2 + Math.cos(p) * Math.cos(q) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The point at a distance. @param bearing degrees clockwise from north */
export function pointAt({ latitude, longitude }: Point, miles: number, bearing: number): Point {
  const [p, angle, turn] = [radians(latitude), miles / EARTH_RADIUS_MILES, radians(bearing)];
  const sine = Math.sin(p) * Math.cos(angle) + Math.cos(p) * Math.sin(angle) * Math.cos(turn);
  const east = Math.atan2(Math.sin(turn) * Math.sin(angle) * Math.cos(p), Math.cos(angle) - Math.sin(p) * sine);
  return { latitude: degrees(Math.asin(sine)), longitude: longitude + degrees(east) };
}

/** A closed ring of longitude and latitude pairs around a point. */
export function circleRing(center: Point, miles: number): [number, number][] {
  const ring = Array.from({ length: CORNERS }, (_, at): [number, number] => {
    const { latitude, longitude } = pointAt(center, miles, (at * 360) / CORNERS);
    return [longitude, latitude];
  });
  return [...ring, ring[0]!];
}

/** West, south, east and north of a circle. */
export function circleBounds(center: Point, miles: number): [number, number, number, number] {
  const [north, east, south, west] = [0, 90, 180, 270].map((bearing) => pointAt(center, miles, bearing)) as [
    Point,
    Point,
    Point,
    Point,
  ];
  return [west.longitude, south.latitude, east.longitude, north.latitude];
}
