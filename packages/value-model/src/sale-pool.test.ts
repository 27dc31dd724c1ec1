import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { findNeighbours, indexPool, ownSaleBefore, roomForNeighbours, type SalePool } from './sale-pool.ts';

const poolOf = (sales: { x: number; y: number; day: number; property: number }[]): SalePool => {
  const sorted = [...sales].sort((a, b) => a.day - b.day);
  const zeros = new Float32Array(sorted.length);
  return {
    originLatitude: 40,
    propertyId: Float64Array.from(sorted, ({ property }) => property),
    day: Int32Array.from(sorted, ({ day }) => day),
    xMetres: Float32Array.from(sorted, ({ x }) => x),
    yMetres: Float32Array.from(sorted, ({ y }) => y),
    residual: zeros,
    logPricePerSqft: zeros,
    logLiving: zeros,
    logLot: zeros,
    yearBuilt: zeros,
    grade: zeros,
  };
};

const place = fc.record({
  x: fc.integer({ min: -3_000, max: 3_000 }),
  y: fc.integer({ min: -3_000, max: 3_000 }),
  day: fc.integer({ min: 0, max: 20 }),
  property: fc.integer({ min: 1, max: 8 }),
});

test('finds the nearest earlier sales of other properties', () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 120 }), place, (sales, subject) => {
      const pool = poolOf(sales);
      const room = roomForNeighbours(7);
      const { x, y, property, day } = subject;
      findNeighbours(pool, indexPool(pool), { xMetres: x, yMetres: y, propertyId: property, beforeDay: day }, room);
      const expected = sales
        .filter((sale) => sale.day < day && sale.property !== property)
        .map((sale) => (sale.x - x) ** 2 + (sale.y - y) ** 2)
        .sort((a, b) => a - b)
        .slice(0, 7);
      expect([...room.squareMetres.slice(0, room.count)].sort((a, b) => a - b)).toEqual(expected);
    }),
  );
});

test('finds the newest own sale before the day', () => {
  const pool = poolOf([
    { x: 0, y: 0, day: 3, property: 1 },
    { x: 0, y: 0, day: 9, property: 1 },
    { x: 0, y: 0, day: 5, property: 2 },
  ]);
  const index = indexPool(pool);
  const dayOf = (property: number, before: number) => {
    const sale = ownSaleBefore(pool, index, property, before);
    return sale === null ? null : pool.day[sale]!;
  };
  expect([dayOf(1, 10), dayOf(1, 9), dayOf(1, 3), dayOf(2, 6), dayOf(3, 99)]).toEqual([9, 3, null, 5, null]);
});
