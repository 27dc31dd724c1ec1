import { createTileRoutes, type TileRoutes } from '@plat/console/tiles';
import { openDatasets, TILE_EXTENT, type Tile, tilePosition } from '@plat/dataset';
import { readPoolOf, type Sql } from '@plat/db';
import { type Benchmark, median, percentile, type Result } from './benchmark.ts';
import { publishParcels } from './generated-parcels.ts';
import { startPrivateServer } from './private-server.ts';

const LIMIT_MS = 100;
const LOWEST_ZOOM = 3;
const HIGHEST_ZOOM = 16;

type Point = { latitude: number; longitude: number };

const count = (value: number): string => new Intl.NumberFormat('en-US').format(value);
const times = (ms: readonly number[]): string =>
  `p50 ${median(ms).toFixed(1)}, p95 ${percentile(ms, 0.95).toFixed(1)}, max ${Math.max(...ms).toFixed(1)} ms`;

/** Places of parcels, because people look where there are houses. */
const placesOf = (sql: Sql, places: number): Promise<Point[]> =>
  sql<Point[]>`select latitude, longitude from market.property order by property_id limit ${places}`;

function tileAt(point: Point, z: number): Tile {
  const [x, y] = tilePosition(point, { z: 0, x: 0, y: 0 }).map((at) => Math.floor((at / TILE_EXTENT) * 2 ** z));
  return { z, x: x!, y: y! };
}

/** Milliseconds of each tile around the places at a zoom; each tile is asked for once. */
async function timesAt(routes: TileRoutes, version: string, points: readonly Point[], z: number) {
  const tiles = new Map(points.map((point) => [JSON.stringify(tileAt(point, z)), tileAt(point, z)]));
  const ms: number[] = [];
  let largest = 0;
  for (const { x, y } of tiles.values()) {
    const request = new Request('http://bench.test/', { headers: { 'accept-encoding': 'gzip' } });
    const startedMs = performance.now();
    const response = await routes.tile(request, version, String(z), String(x), `${y}.pbf`);
    ms.push(performance.now() - startedMs);
    largest = Math.max(largest, (await response.arrayBuffer()).byteLength);
  }
  return { ms, largest };
}

function line(what: string, parcels: number, zooms: readonly number[][], atMost: number): Result {
  const slowest = Math.max(...zooms.map((ms) => percentile(ms, 0.95)));
  return {
    what: `${what}, ${count(parcels)} parcels, p95 of the slowest of ${zooms.length} zooms against the time limit`,
    figures: `${slowest.toFixed(1)} (all zooms ${times(zooms.flat())}) / ${LIMIT_MS} ms`,
    ratio: slowest / LIMIT_MS,
    goal: { atMost },
  };
}

/** Tiles of every zoom of a large market, made for the first time and from the cache. */
export const mapTiles: Benchmark = {
  name: 'map-tiles',
  async run(sizes, tell) {
    const server = await startPrivateServer({ isDurable: false });
    if (server === null) {
      tell('postgresql-15 is not installed: skipping the map tiles benchmark.');
      return [];
    }
    try {
      const parcels = Math.max(...sizes.growth);
      tell(`generating ${count(parcels)} parcels`);
      await publishParcels(server.sql, parcels);
      const begin = openDatasets(readPoolOf(server.sql), 'live');
      const routes = createTileRoutes({ beginRequest: () => begin() });
      const { version } = await routes.tileSet('live', new AbortController().signal);
      const points = await placesOf(server.sql, sizes.queries);
      const made: number[][] = [];
      const cached: number[][] = [];
      for (let z = LOWEST_ZOOM; z <= HIGHEST_ZOOM; z++) {
        const { ms, largest } = await timesAt(routes, version, points, z);
        made.push(ms);
        cached.push((await timesAt(routes, version, points, z)).ms);
        tell(`zoom ${z}: ${ms.length} tiles, ${times(ms)}, largest ${(largest / 1024).toFixed(0)} KB`);
      }
      return [
        line('map tile made for the first time', parcels, made, 1),
        line('map tile from the cache', parcels, cached, 0.25),
      ];
    } finally {
      await server.stop();
    }
  },
};
