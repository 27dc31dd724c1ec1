import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  type Dataset,
  type DatasetRow,
  DEAL_ZOOM,
  dealSquares,
  mapSquares,
  mapSquaresSql,
  parcelsInBox,
  SQUARE_ZOOM,
  SQUARES_PER_TILE,
  servingDataset,
  TILE_EXTENT,
  type Tile,
  tileNumber,
  tilePosition,
} from '@plat/dataset';
import { serveHandMadeMarket } from '@plat/dataset/hand-made-market';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import fc from 'fast-check';
import { createDuck } from '../create-duck.ts';

const place = fc.record({
  latitude: fc.double({ min: 33.4, max: 33.44, noNaN: true }),
  longitude: fc.double({ min: -112.1, max: -112.05, noNaN: true }),
});
const PARCELS = fc.sample(place, { numRuns: 300, seed: 1 }).map((where, at) => ({
  ...where,
  property_id: (at * 7919) % 1009,
  property_type: at % 5 === 0 ? 'CONDO' : 'SFR',
  address_line: `${at} W Willow St`,
}));
/** Half of the deals are at parcels, the others where no parcel is recorded. */
const DEALS = fc.sample(place, { numRuns: 60, seed: 2 }).map((where, at) => ({
  ...(at % 2 === 0 ? PARCELS[at]! : where),
  deal_id: at + 1,
  deal_type: at % 3 === 0 ? 'flip' : 'rental',
  event_date: at % 7 === 0 ? '2023-01-31' : '2026-01-31',
  arms_length: at % 11 === 0 ? 'non_arms_length' : 'valid',
  extended: at % 13 === 0,
}));
const COUNTED = DEALS.filter(
  (deal) => deal.event_date > '2024-01-31' && deal.arms_length === 'valid' && !deal.extended,
);

type Square = Omit<DatasetRow<'map_square'>, 'region'>;

const tileAt = (point: { latitude: number; longitude: number }, z: number): Tile => {
  const [x, y] = tilePosition(point, { z: 0, x: 0, y: 0 }).map((at) => Math.floor((at / TILE_EXTENT) * 2 ** z));
  return { z, x: x!, y: y! };
};

describe('map tiles', () => {
  let db: TestDatabase;
  let dataset: Dataset;
  let squares: Square[];

  beforeAll(async () => {
    db = await testDatabase();
    squares = await squaresFromDuck();
    await serveHandMadeMarket(db.sql, { property: PARCELS, deal: DEALS, map_square: squares });
    dataset = await servingDataset(db.sql, 'live');
  }, 60_000);
  afterAll(() => db.close());

  test('are the same from DuckDB and PostgreSQL', async () => {
    const rows = await db.sql.unsafe<Square[]>(mapSquaresSql('market.property', 'market.deal'));
    const inOrder = (all: readonly Square[]) => all.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
    expect(inOrder(rows)).toEqual(inOrder(squares));
  });

  test.each([0, 5, 9, DEAL_ZOOM, 12, SQUARE_ZOOM])('count every parcel once at zoom %i, in its tile', async (z) => {
    const tiles = new Map(PARCELS.map((parcel) => [tileNumber(tileAt(parcel, z)), tileAt(parcel, z)]));
    let counted = 0;
    for (const tile of tiles.values()) {
      const found = await mapSquares(dataset, tile);
      const own = PARCELS.filter((parcel) => tileNumber(tileAt(parcel, z)) === tileNumber(tile));
      expect(sum(found.map(({ parcels }) => parcels))).toBe(own.length);
      for (const { x, y, parcels } of found) expect(parcels).toBe(inSquare(own, tile, x, y).length);
      counted += own.length;
    }
    expect(counted).toBe(PARCELS.length);
  });

  test.each([4, DEAL_ZOOM, 12, 14, 16])('count each counted deal once at zoom %i', async (z) => {
    // The middle of a square may be in the next tile.
    const tiles = new Map<number, Tile>();
    for (const deal of COUNTED) {
      const { x, y } = tileAt(deal, z);
      for (const east of [-1, 0, 1]) {
        for (const south of [-1, 0, 1]) {
          const tile = { z, x: x + east, y: y + south };
          tiles.set(tileNumber(tile), tile);
        }
      }
    }
    const found = (await Promise.all([...tiles.values()].map((tile) => dealSquares(dataset, tile)))).flat();
    expect(sum(found.map(({ flips }) => flips))).toBe(COUNTED.filter((one) => one.deal_type === 'flip').length);
    expect(sum(found.map(({ rentals }) => rentals))).toBe(COUNTED.filter((one) => one.deal_type === 'rental').length);
  });

  test('show no deal in a square smaller than that of its zoom', () => {
    const fine = squares.filter(({ tile }) => tile >= tileNumber({ z: DEAL_ZOOM + 1, x: 0, y: 0 }));
    expect(fine.length).toBeGreaterThan(0);
    expect(fine.filter(({ flips, rentals }) => flips + rentals > 0)).toEqual([]);
  });

  test('have the parcels of a box, those with the lowest ids when there are too many', async () => {
    const box = { south: 33.41, north: 33.43, west: -112.09, east: -112.06 };
    const inside = PARCELS.filter(
      ({ latitude, longitude }) =>
        latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east,
    ).sort((a, b) => a.property_id - b.property_id);
    const found = await parcelsInBox(dataset, box, 1_000);
    expect(found.map(({ propertyId }) => propertyId)).toEqual(inside.map(({ property_id }) => property_id));
    expect(found[0]).toEqual({
      propertyId: inside[0]!.property_id,
      latitude: inside[0]!.latitude,
      longitude: inside[0]!.longitude,
      propertyType: inside[0]!.property_type,
      addressLine: inside[0]!.address_line,
    });
    expect(await parcelsInBox(dataset, box, 5)).toEqual(found.slice(0, 5));
  });

  test('are empty where no region is', async () => {
    const [ocean] = [{ latitude: 0, longitude: 0 }];
    expect(await mapSquares(dataset, tileAt(ocean!, 8))).toEqual([]);
    expect(await dealSquares(dataset, tileAt(ocean!, 14))).toEqual([]);
    expect(await parcelsInBox(dataset, { south: -1, north: 1, west: -1, east: 1 }, 10)).toEqual([]);
  });
});

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

function inSquare(own: typeof PARCELS, tile: Tile, x: number, y: number) {
  const width = TILE_EXTENT / SQUARES_PER_TILE;
  const square = (position: number) => Math.floor(position / width);
  return own.filter((parcel) => {
    const [east, south] = tilePosition(parcel, tile);
    return square(east) === square(x) && square(south) === square(y);
  });
}

async function squaresFromDuck(): Promise<Square[]> {
  const instance = await createDuck(1);
  const duck = await instance.connect();
  try {
    await duck.run('create table norm_property (latitude double, longitude double)');
    for (const { latitude, longitude } of PARCELS) {
      await duck.run(`insert into norm_property values (${latitude}, ${longitude})`);
    }
    // Rows without a usable point are on no map.
    await duck.run('insert into norm_property values (null, null), (90, 0), (33.4, 200)');
    await duck.run(`create table deal (latitude double, longitude double, deal_type varchar, event_date date,
      arms_length varchar, extended boolean)`);
    for (const { latitude, longitude, deal_type, event_date, arms_length, extended } of DEALS) {
      await duck.run(
        `insert into deal values (${latitude}, ${longitude}, '${deal_type}', '${event_date}', '${arms_length}', ${extended})`,
      );
    }
    const reader = await duck.runAndReadAll(mapSquaresSql('norm_property', 'deal'));
    return reader.getRowObjects() as unknown as Square[];
  } finally {
    duck.closeSync();
    instance.closeSync();
  }
}
