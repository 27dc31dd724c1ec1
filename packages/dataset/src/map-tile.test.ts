import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { boxOfTile, isTile, TILE_EXTENT, type Tile, tileNumber, tilePosition } from './map-tile.ts';

const tile = fc
  .integer({ min: 0, max: 18 })
  .chain((z) => fc.record({ z: fc.constant(z), x: fc.nat(2 ** z - 1), y: fc.nat(2 ** z - 1) }));

test('places the corners of the box of a tile at its edges', () => {
  fc.assert(
    fc.property(tile, (one: Tile) => {
      const { south, north, west, east } = boxOfTile(one);
      const [left, top] = tilePosition({ latitude: north, longitude: west }, one);
      const [right, bottom] = tilePosition({ latitude: south, longitude: east }, one);
      expect([left, top, right, bottom].map((at) => Math.round(at) + 0)).toEqual([0, 0, TILE_EXTENT, TILE_EXTENT]);
    }),
  );
});

test('agrees with the documentation of mercantile about a tile', () => {
  const { south, north, west, east } = boxOfTile({ z: 10, x: 486, y: 332 });
  expect([south, west, east]).toEqual([expect.closeTo(53.12040528310657, 12), -9.140625, -8.7890625]);
  expect(north).toBeCloseTo(53.33087298301705, 12);
});

test('numbers the tiles zoom by zoom without a gap', () => {
  const all = [0, 1, 2, 3].flatMap((z) =>
    Array.from({ length: 4 ** z }, (_, at) => tileNumber({ z, x: at % 2 ** z, y: Math.floor(at / 2 ** z) })),
  );
  expect(all).toEqual(Array.from({ length: all.length }, (_, at) => at));
});

test('rejects tiles outside of the map', () => {
  expect(isTile({ z: 3, x: 7, y: 0 })).toBe(true);
  expect(
    [
      { z: 3, x: 8, y: 0 },
      { z: 3, x: 0, y: -1 },
      { z: 1.5, x: 0, y: 0 },
      { z: 23, x: 0, y: 0 },
      { z: Number.NaN, x: 0, y: 0 },
    ].filter(isTile),
  ).toEqual([]);
});
