import { afterAll, beforeAll, expect, test } from 'bun:test';
import { VectorTile } from '@mapbox/vector-tile';
import { mapSquaresSql, openDatasets, TILE_EXTENT, type Tile, tilePosition } from '@plat/dataset';
import { serveHandMadeMarket } from '@plat/dataset/hand-made-market';
import { connect, readPoolOf, type Sql } from '@plat/db';
import { AppError } from '@plat/kit';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { PbfReader } from 'pbf';
import { createTileRoutes, type TileRoutes } from './tile-routes.ts';

const HOME = { latitude: 33.45, longitude: -112.07 };
const PARCELS = Array.from({ length: 40 }, (_, at) => ({
  property_id: at + 1,
  latitude: HOME.latitude + (at % 2 === 0 ? 0.0001 : -0.0001),
  longitude: HOME.longitude + at * 0.0001,
  property_type: 'SFR',
  address_line: `${100 + at} W Willow St`,
  owner_name_1: 'SECRET OWNER',
}));
const DEALS = [1, 2, 3].map((deal_id) => ({
  ...HOME,
  deal_id,
  deal_type: deal_id === 1 ? 'flip' : 'rental',
  event_date: '2026-01-31',
  arms_length: 'valid',
}));

let db: TestDatabase;
let reader: Sql;
let routes: TileRoutes;
let version: string;

beforeAll(async () => {
  db = await testDatabase();
  await serveHandMadeMarket(db.sql, { property: PARCELS, deal: DEALS });
  await db.sql.unsafe(
    `insert into market.map_square select 'AZ', * from (${mapSquaresSql('market.property', 'market.deal')}) squares`,
  );
  // As in the distributed layout: a role that may only read.
  const role = `tile_reader_${process.pid}`;
  await db.sql.unsafe(`create role ${role} login password 'reader'`);
  await db.sql.unsafe(
    `grant usage on schema market to ${role}; grant select on all tables in schema market to ${role}`,
  );
  const url = new URL(db.url);
  url.username = role;
  url.password = 'reader';
  reader = connect(url.href, { applicationName: 'plat-console-test' });
  const begin = openDatasets(readPoolOf(reader), 'live');
  routes = createTileRoutes({ beginRequest: () => begin() });
  version = (await routes.tileSet('live', new AbortController().signal)).version;
}, 60_000);
afterAll(async () => {
  await reader.end({ timeout: 5 });
  await db.sql.unsafe(`drop owned by ${`tile_reader_${process.pid}`}; drop role ${`tile_reader_${process.pid}`}`);
  await db.close();
});

const tileAt = (z: number): Tile => {
  const [x, y] = tilePosition(HOME, { z: 0, x: 0, y: 0 }).map((at) => Math.floor((at / TILE_EXTENT) * 2 ** z));
  return { z, x: x!, y: y! };
};
const get = (z: number, headers: Record<string, string> = {}, of = version) => {
  const tile = tileAt(z);
  const request = new Request('http://plat.test/', { headers });
  return routes.tile(request, of, String(z), String(tile.x), `${tile.y}.pbf`);
};
const layersOf = async (response: Response) =>
  new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer()))).layers;
const sumOf = (layer: { length: number; feature(at: number): { properties: object } } | undefined, key: string) =>
  Array.from({ length: layer?.length ?? 0 }, (_, at) =>
    Number((layer!.feature(at).properties as Record<string, unknown>)[key]),
  ).reduce((sum, one) => sum + one, 0);

test('counts parcels and deals in a tile of a low zoom', async () => {
  const { squares, deals } = await layersOf(await get(8));
  expect(sumOf(squares, 'parcels')).toBe(PARCELS.length);
  expect([sumOf(deals, 'flips'), sumOf(deals, 'rentals')]).toEqual([1, 2]);
});

test('shows parcels and their street in a tile of a high zoom, and no owner', async () => {
  const response = await get(14);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { parcels, streets } = new VectorTile(new PbfReader(bytes)).layers;
  expect(parcels!.length).toBe(PARCELS.length);
  expect(streets!.feature(0).properties).toEqual({ name: 'W Willow St' });
  expect(new TextDecoder().decode(bytes)).not.toContain('SECRET');
});

test('lets browsers keep a tile for ever, and answers 304 to its tag', async () => {
  const first = await get(14, { 'accept-encoding': 'gzip' });
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  expect(first.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile');
  expect(first.headers.get('content-encoding')).toBe('gzip');
  const again = await get(14, { 'if-none-match': first.headers.get('etag')! });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
});

test('has states and counties under a version of their own', async () => {
  const { land, counties } = await layersOf(await get(9, {}, 'us-atlas-3'));
  expect(land!.length).toBe(1);
  expect(counties!.length).toBeGreaterThan(0);
});

test('describes the tiles that serve', async () => {
  const set = await routes.tileSet('live', new AbortController().signal);
  expect(set.tiles).toBe(`/console/tiles/${version}/{z}/{x}/{y}.pbf`);
  expect(set.version).toMatch(/^live-[0-9a-f]{16}$/);
  expect(set.bounds).toEqual([-125, 24, -66, 50]);
});

test.each([
  ['another version', 'live-0000000000000000', '8', '48', '102.pbf'],
  ['another realm of it', 'sample', '8', '48', '102.pbf'],
  ['a place outside of the map', '', '8', '256', '102.pbf'],
  ['a zoom too deep', '', '23', '1', '1.pbf'],
  ['a broken number', '', '8', '4e1', '102.pbf'],
  ['another file', '', '8', '48', '102.png'],
])('finds no tile of %s', async (_, of, z, x, file) => {
  const asked = routes.tile(new Request('http://plat.test/'), of === '' ? version : of, z, x, file);
  const error = await asked.then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(AppError);
  expect((error as AppError).code).toBe('NOT_FOUND');
});

test('serves an empty tile where nothing is', async () => {
  const response = await routes.tile(new Request('http://plat.test/'), version, '14', '0', '0.pbf');
  expect(response.status).toBe(200);
  expect((await response.arrayBuffer()).byteLength).toBe(0);
});
