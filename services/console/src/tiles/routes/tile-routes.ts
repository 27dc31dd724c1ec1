import { type Dataset, isTile, type ReadDataset, type Tile } from '@plat/dataset';
import { AppError, type Realm } from '@plat/kit';
import { encodeTile } from '../domain/tile-features.ts';
import { realmOfVersion, tileVersion } from '../domain/tile-version.ts';
import { BASE_MAX_ZOOM, BASE_VERSION, createBaseMap } from '../store/base-map.ts';
import { MAX_ZOOM, makeTile } from '../store/make-tile.ts';
import { createTileCache, type StoredTile } from '../store/tile-cache.ts';

/** Where the tiles are: `TILES_PATH/{version}/{z}/{x}/{y}.pbf`. */
export const TILES_PATH = '/console/tiles';
const MEDIA_TYPE = 'application/vnd.mapbox-vector-tile';
/** Browsers keep tiles and ask before each use, because whoever signed out must not see them any more. */
const CACHE_CONTROL = 'private, no-cache';

export interface TileDeps {
  /** Starts reading for one request. */
  beginRequest(realm: Realm): ReadDataset;
  /** Bytes of memory for made tiles. */
  cacheBytes?: number;
}

/** What a map needs to show the tiles of a realm. */
export interface TileSet {
  version: string;
  /** URL templates of the tiles, relative to the origin. */
  tiles: string;
  base: string;
  maxzoom: number;
  base_maxzoom: number;
  /** West, south, east and north of all parcels; null without parcels. */
  bounds: [west: number, south: number, east: number, north: number] | null;
}

/** The requests for tiles. Whoever mounts them checks the session first. */
export interface TileRoutes {
  /** `GET TILES_PATH/current`: the tiles of a realm that serve now. */
  tileSet(realm: Realm, signal: AbortSignal): Promise<TileSet>;
  /**
   * `GET TILES_PATH/{version}/{z}/{x}/{y}.pbf`
   * @param file the last part of the path, `{y}.pbf`
   * @throws AppError NOT_FOUND for a place outside of the map or a version that no longer serves
   */
  tile(request: Request, version: string, z: string, x: string, file: string): Promise<Response>;
}

/** @throws AppError NOT_FOUND */
function tileOf(z: string, x: string, file: string): Tile {
  const [, y = ''] = /^(\d{1,8})\.pbf$/.exec(file) ?? [];
  const tile = { z: Number(z), x: Number(x), y: Number(y) };
  const isWritten = [z, x].every((text) => /^\d{1,8}$/.test(text)) && y !== '';
  if (!isWritten || !isTile(tile)) throw new AppError('NOT_FOUND', 'There is no such tile');
  return tile;
}

export function createTileRoutes({ beginRequest, cacheBytes }: TileDeps): TileRoutes {
  const cache = createTileCache(cacheBytes);
  const baseMap = createBaseMap();

  const serving = async (version: string, signal: AbortSignal): Promise<Dataset> => {
    const realm = realmOfVersion(version);
    const dataset = realm === null ? null : await beginRequest(realm)(signal);
    if (realm === null || dataset === null || tileVersion(realm, dataset) !== version) {
      throw new AppError('NOT_FOUND', 'These tiles are of other records; load the map again');
    }
    return dataset;
  };
  const make = async (_version: string, tile: Tile, dataset: Dataset | null): Promise<Uint8Array> => {
    if (dataset === null) return encodeTile((await baseMap())(tile));
    return tile.z > MAX_ZOOM ? new Uint8Array() : makeTile(dataset, tile);
  };

  return {
    async tileSet(realm, signal) {
      const dataset = await beginRequest(realm)(signal);
      const version = tileVersion(realm, dataset);
      return {
        version,
        tiles: `${TILES_PATH}/${version}/{z}/{x}/{y}.pbf`,
        base: `${TILES_PATH}/${BASE_VERSION}/{z}/{x}/{y}.pbf`,
        maxzoom: MAX_ZOOM,
        base_maxzoom: BASE_MAX_ZOOM,
        bounds: boundsOf(dataset),
      };
    },
    async tile(request, version, z, x, file) {
      const tile = tileOf(z, x, file);
      // The version is checked before the cache, so that tiles of removed records are gone at once. The making is
      // shared by several requests, so it must not end with the first of them.
      const dataset = version === BASE_VERSION ? null : await serving(version, new AbortController().signal);
      const name = `${version}/${tile.z}/${tile.x}/${tile.y}`;
      return respond(request, await cache.get(name, () => make(version, tile, dataset)));
    },
  };
}

function boundsOf({ regions }: Dataset): TileSet['bounds'] {
  const known = regions.flatMap(({ bounds }) => (bounds === null ? [] : [bounds]));
  if (known.length === 0) return null;
  return [
    Math.min(...known.map(({ west }) => west)),
    Math.min(...known.map(({ south }) => south)),
    Math.max(...known.map(({ east }) => east)),
    Math.max(...known.map(({ north }) => north)),
  ];
}

function respond(request: Request, { gzipped, etag }: StoredTile): Response {
  const headers: Record<string, string> = { etag, 'cache-control': CACHE_CONTROL, vary: 'accept-encoding' };
  if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers });
  headers['content-type'] = MEDIA_TYPE;
  if (/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) {
    return new Response(gzipped, { headers: { ...headers, 'content-encoding': 'gzip' } });
  }
  return new Response(Bun.gunzipSync(gzipped), { headers });
}
