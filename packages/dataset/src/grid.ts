/**
 * The spatial index: a grid of equal angles. Cells are integers in row-major order, so the cells of one latitude
 * band within a circle are one run of consecutive numbers.
 */
export const EARTH_RADIUS_MILES = 3958.7613;

/** A power of two, so that scaling a coordinate is exact and SQL and TypeScript agree on every cell. */
const CELLS_PER_DEGREE = 64;
const ROWS = 180 * CELLS_PER_DEGREE;
const COLUMNS = 360 * CELLS_PER_DEGREE;
/** Extra radius of a covering for rounding errors of the distance formula; far below any distance shown. */
const SLACK_MILES = 1e-6;
const SLACK_DEGREES = 1e-9;

export interface Point {
  /** Decimal degrees, -90 to 90. */
  latitude: number;
  /** Decimal degrees, -180 to 180. */
  longitude: number;
}

/** Consecutive cells `first` to `last`, both inclusive. */
export interface CellRange {
  first: number;
  last: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

const rowOf = (latitude: number): number => clamp(Math.floor((latitude + 90) * CELLS_PER_DEGREE), 0, ROWS - 1);
const columnOf = (longitude: number): number => clamp(Math.floor((longitude + 180) * CELLS_PER_DEGREE), 0, COLUMNS - 1);

/** The grid cell of a point, 0 to 265,420,799. */
export const cellOf = ({ latitude, longitude }: Point): number => rowOf(latitude) * COLUMNS + columnOf(longitude);

/** `cellOf` as an SQL expression (DuckDB and PostgreSQL) over two column expressions; null when either is null. */
export function cellSql(latitude: string, longitude: string): string {
  // least() and greatest() skip nulls in both databases and would return a cell for a missing coordinate.
  const row = `least(floor((${latitude} + 90) * ${CELLS_PER_DEGREE}), ${ROWS - 1})`;
  const column = `least(floor((${longitude} + 180) * ${CELLS_PER_DEGREE}), ${COLUMNS - 1})`;
  return `case when ${latitude} between -90 and 90 and ${longitude} between -180 and 180
    then cast(${row} * ${COLUMNS} + ${column} as integer) end`;
}

/** Great-circle distance in miles: haversine on a sphere of radius 3958.7613 miles. */
export function milesBetween(a: Point, b: Point): number {
  const sinLatitude = Math.sin(radians(b.latitude - a.latitude) / 2);
  const sinLongitude = Math.sin(radians(b.longitude - a.longitude) / 2);
  const h =
    sinLatitude * sinLatitude +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * sinLongitude * sinLongitude;
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Latitude and longitude ranges of a circle; `west > east` when it crosses the antimeridian. */
export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** The smallest latitude and longitude box around a circle; all longitudes when it contains a pole. */
export function boxAround(center: Point, radiusMiles: number): Box {
  const angle = (radiusMiles + SLACK_MILES) / EARTH_RADIUS_MILES;
  const south = center.latitude - degrees(angle);
  const north = center.latitude + degrees(angle);
  if (south <= -90 || north >= 90)
    return { south: Math.max(south, -90), north: Math.min(north, 90), west: -180, east: 180 };
  const half = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(center.latitude))))) + SLACK_DEGREES;
  const west = center.longitude - half;
  const east = center.longitude + half;
  return { south, north, west: west < -180 ? west + 360 : west, east: east > 180 ? east - 360 : east };
}

/**
 * The cells that a circle may touch, as ranges in ascending order: every point within the radius is in one of them.
 * @param radiusMiles 0 or more.
 */
export function coverCircle(center: Point, radiusMiles: number): CellRange[] {
  const { south, north } = boxAround(center, radiusMiles);
  const ranges: CellRange[] = [];
  for (let row = rowOf(south); row <= rowOf(north); row++) {
    const half = halfWidthInRow(center, radiusMiles + SLACK_MILES, row);
    if (half === null) continue;
    for (const [west, east] of columnsAround(center.longitude, half)) {
      ranges.push({ first: row * COLUMNS + west, last: row * COLUMNS + east });
    }
  }
  return ranges;
}

/** The cells that a box may touch, as ranges in ascending order. @param box with `west <= east` */
export function coverBox({ south, north, west, east }: Box): CellRange[] {
  const ranges: CellRange[] = [];
  for (let row = rowOf(south); row <= rowOf(north); row++) {
    ranges.push({ first: row * COLUMNS + columnOf(west), last: row * COLUMNS + columnOf(east) });
  }
  return ranges;
}

/** All cells of the ranges, for `cell = any(...)`. */
export function cellsIn(ranges: readonly CellRange[]): number[] {
  const cells: number[] = [];
  for (const { first, last } of ranges) for (let cell = first; cell <= last; cell++) cells.push(cell);
  return cells;
}

/**
 * Half of the circle's longitude range within one latitude band, in degrees; null when it misses the band. On the
 * circle sin^2(dlon/2) = (sin^2(r/2) - sin^2((p-p0)/2)) / (cos p0 cos p): the haversine formula solved for the
 * longitude. It is widest at the tangent latitude asin(sin p0 / cos r) and decreases on both sides.
 */
function halfWidthInRow(center: Point, radiusMiles: number, row: number): number | null {
  const radius = radiusMiles / EARTH_RADIUS_MILES;
  if (Math.abs(center.latitude) + degrees(radius) >= 90) return 180;
  const centerLatitude = radians(center.latitude);
  const bottom = radians(row / CELLS_PER_DEGREE - 90);
  const top = radians((row + 1) / CELLS_PER_DEGREE - 90);
  const tangent = Math.asin(Math.sin(centerLatitude) / Math.cos(radius));
  const widest = Math.max(
    ...[bottom, top, clamp(tangent, bottom, top)].map(
      (latitude) =>
        (Math.sin(radius / 2) ** 2 - Math.sin((latitude - centerLatitude) / 2) ** 2) /
        (Math.cos(centerLatitude) * Math.cos(latitude)),
    ),
  );
  return widest < 0 ? null : degrees(2 * Math.asin(Math.sqrt(Math.min(1, widest)))) + SLACK_DEGREES;
}

function columnsAround(longitude: number, half: number): [number, number][] {
  if (half >= 180) return [[0, COLUMNS - 1]];
  const west = longitude - half;
  const east = longitude + half;
  if (west < -180)
    return [
      [0, columnOf(east)],
      [columnOf(west + 360), COLUMNS - 1],
    ];
  if (east > 180)
    return [
      [0, columnOf(east - 360)],
      [columnOf(west), COLUMNS - 1],
    ];
  return [[columnOf(west), columnOf(east)]];
}
