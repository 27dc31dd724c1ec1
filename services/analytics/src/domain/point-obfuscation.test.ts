import { describe, expect, test } from 'bun:test';
import type { Point } from '@plat/dataset';
import { milesBetween } from '@plat/dataset';
import fc from 'fast-check';
import { createPointObfuscation } from './point-obfuscation.ts';

const SECRET = 'where the true places are, nobody';
const obfuscate = createPointObfuscation(SECRET);
const feetBetween = (a: Point, b: Point): number => 5280 * milesBetween(a, b);
const truths = fc.record({
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
/** Places of a town, one street apart. */
const town = Array.from({ length: 2000 }, (_, at) => ({
  latitude: 33.4 + 0.002 * Math.floor(at / 50),
  longitude: -112.1 + 0.002 * (at % 50),
}));

describe('the published point of a place', () => {
  test('lies 100 to 600 feet from the true one, also across the 180th meridian', () => {
    fc.assert(
      fc.property(truths, (truth) => {
        const published = obfuscate(truth);
        expect(feetBetween(truth, published)).toBeGreaterThanOrEqual(100);
        expect(feetBetween(truth, published)).toBeLessThanOrEqual(600);
        expect(Math.abs(published.latitude)).toBeLessThanOrEqual(90);
        expect(Math.abs(published.longitude)).toBeLessThanOrEqual(180);
      }),
      { numRuns: 500, examples: [[{ latitude: 52, longitude: 180 }], [{ latitude: 52, longitude: -180 }]] },
    );
  });

  test('is stable across replicas with one secret, and differs under another secret', () => {
    const replica = createPointObfuscation(SECRET);
    const other = createPointObfuscation(`${SECRET}!`);
    for (const truth of town.slice(0, 100)) {
      expect(replica(truth)).toEqual(obfuscate(truth));
      expect(other(truth)).not.toEqual(obfuscate(truth));
    }
  });

  test('is distributed evenly over the area of the ring', () => {
    const moves = town.map((truth) => {
      const published = obfuscate(truth);
      const isNorth = published.latitude > truth.latitude;
      const isEast = published.longitude > truth.longitude;
      return { quadrant: `${isNorth} ${isEast}`, feet: feetBetween(truth, published) };
    });
    for (const inQuadrant of Map.groupBy(moves, ({ quadrant }) => quadrant).values()) {
      expect(inQuadrant.length / moves.length).toBeGreaterThan(0.2);
    }
    // Half of the ring's area lies beyond sqrt((100^2 + 600^2) / 2) = 430 feet.
    const far = moves.filter(({ feet }) => feet > 430).length / moves.length;
    expect(far).toBeGreaterThan(0.45);
    expect(far).toBeLessThan(0.55);
  });

  test('is shared by all flats of a building: their mean reveals no more than one of them', () => {
    const building = { latitude: 33.51234, longitude: -112.09876 };
    const flats = Array.from({ length: 50 }, () => obfuscate({ ...building }));
    expect(new Set(flats.map((point) => JSON.stringify(point))).size).toBe(1);
  });
});
