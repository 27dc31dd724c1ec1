import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { circleBounds, circleRing, milesBetween, pointAt } from './circle.ts';

const place = fc.record({
  latitude: fc.double({ min: -70, max: 70, noNaN: true }),
  longitude: fc.double({ min: -170, max: 170, noNaN: true }),
});
const miles = fc.double({ min: 0.1, max: 25, noNaN: true });

test('finds a point at its distance in any direction', () => {
  fc.assert(
    fc.property(place, miles, fc.double({ min: 0, max: 360, noNaN: true }), (center, radius, bearing) => {
      expect(milesBetween(center, pointAt(center, radius, bearing))).toBeCloseTo(radius, 6);
    }),
  );
});

test('draws a closed ring within its bounds', () => {
  fc.assert(
    fc.property(place, miles, (center, radius) => {
      const ring = circleRing(center, radius);
      const [west, south, east, north] = circleBounds(center, radius);
      expect(ring.at(-1)).toEqual(ring[0]!);
      for (const [longitude, latitude] of ring) {
        expect(longitude).toBeWithin(west - 1e-4, east + 1e-4);
        expect(latitude).toBeWithin(south - 1e-9, north + 1e-9);
      }
    }),
    { numRuns: 30 },
  );
});

test('measures a degree of latitude', () => {
  expect(milesBetween({ latitude: 33, longitude: -112 }, { latitude: 34, longitude: -112 })).toBeCloseTo(69.09, 2);
});
