import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  boxAround,
  type CellRange,
  cellOf,
  cellsIn,
  coverBox,
  coverCircle,
  EARTH_RADIUS_MILES,
  milesBetween,
  type Point,
} from './grid.ts';

const covers = (ranges: readonly CellRange[], cell: number) =>
  ranges.some(({ first, last }) => first <= cell && cell <= last);

/** The point at a distance and bearing from another (spherical direct problem). */
function destination({ latitude, longitude }: Point, miles: number, bearing: number): Point {
  const angle = miles / EARTH_RADIUS_MILES;
  const p = (latitude * Math.PI) / 180;
  const sine = Math.sin(p) * Math.cos(angle) + Math.cos(p) * Math.sin(angle) * Math.cos(bearing);
  const turn = Math.atan2(Math.sin(bearing) * Math.sin(angle) * Math.cos(p), Math.cos(angle) - Math.sin(p) * sine);
  const raw = longitude + (turn * 180) / Math.PI;
  return {
    latitude: (Math.asin(Math.max(-1, Math.min(1, sine))) * 180) / Math.PI,
    longitude: ((raw + 540) % 360) - 180,
  };
}

const anywhere = fc.record({
  latitude: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 0, 89.99, -89.99, 71.3)),
  longitude: fc.oneof(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.constantFrom(-180, 180, 0, 179.999, -179.999),
  ),
});
const radius = fc.oneof(fc.double({ min: 0, max: 10, noNaN: true }), fc.constantFrom(0, 1e-9, 0.1, 2, 10, 50));

describe('a covering', () => {
  test('contains every point within the radius', () => {
    fc.assert(
      fc.property(
        anywhere,
        radius,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 6.3, noNaN: true }),
        (center, miles, share, bearing) => {
          const point = destination(center, miles * share, bearing);
          if (milesBetween(center, point) > miles) return;
          expect(covers(coverCircle(center, miles), cellOf(point))).toBe(true);
        },
      ),
      { numRuns: 5000 },
    );
  });

  test('is tight: at 2 miles it has few cells beyond those that the circle touches', () => {
    const cells = cellsIn(coverCircle({ latitude: 39.95, longitude: -75.16 }, 2));
    expect(cells.length).toBeLessThan(40);
    expect(new Set(cells).size).toBe(cells.length);
  });

  test('crosses the antimeridian', () => {
    const ranges = coverCircle({ latitude: 51.9, longitude: 179.999 }, 5);
    expect(covers(ranges, cellOf({ latitude: 51.9, longitude: -179.99 }))).toBe(true);
    expect(covers(ranges, cellOf({ latitude: 51.9, longitude: 179.98 }))).toBe(true);
    expect(covers(ranges, cellOf({ latitude: 51.9, longitude: 0 }))).toBe(false);
  });

  test('contains the cell of its center at radius 0', () => {
    fc.assert(fc.property(anywhere, (center) => expect(covers(coverCircle(center, 0), cellOf(center))).toBe(true)));
  });
});

test('the box of a circle contains every point of the circle', () => {
  fc.assert(
    fc.property(anywhere, radius, fc.double({ min: 0, max: 6.3, noNaN: true }), (center, miles, bearing) => {
      const point = destination(center, miles, bearing);
      if (milesBetween(center, point) > miles) return;
      const { south, north, west, east } = boxAround(center, miles);
      expect(point.latitude).toBeWithin(south, north + 1e-12);
      const inside =
        west <= east
          ? point.longitude >= west && point.longitude <= east
          : point.longitude >= west || point.longitude <= east;
      expect(inside || Math.abs(point.longitude) === 180).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  [{ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 }, 69.0934],
  [{ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 }, 12436.815],
  [{ latitude: 40, longitude: 179.5 }, { latitude: 40, longitude: -179.5 }, 52.928],
  [{ latitude: 33.4, longitude: -112 }, { latitude: 33.4, longitude: -112 }, 0],
])('miles between %o and %o are %d', (a, b, miles) => {
  expect(milesBetween(a, b)).toBeCloseTo(miles, 2);
});

test('a covering of a box contains every point of the box', () => {
  const box = { south: 33.3, north: 33.5, west: -112.2, east: -112.01 };
  const ranges = coverBox(box);
  const inside = fc.record({
    latitude: fc.double({ min: box.south, max: box.north, noNaN: true }),
    longitude: fc.double({ min: box.west, max: box.east, noNaN: true }),
  });
  fc.assert(fc.property(inside, (point) => covers(ranges, cellOf(point))));
  expect(cellsIn(ranges)).toHaveLength(14 * 13);
});
