import type { ReadDataset } from '@plat/dataset';
import { AppError, type Exchange, type HttpRoute, jsonResponse, type Realm } from '@plat/kit';
import { realmOfVersion } from './domain/tile-version.ts';
import { createTileRoutes, TILES_PATH } from './routes/tile-routes.ts';
import { type BaseMapSettings, baseMapFile, baseMapSource, respondWithRange } from './store/base-map-source.ts';

const BASE_FILE_PATH = `${TILES_PATH}/base.pmtiles`;

export interface TilesDeps {
  /** Starts reading for one request. */
  beginRequest(realm: Realm): ReadDataset;
  /** The records that signed-in people see. */
  realm(): Promise<Realm>;
  baseMap: BaseMapSettings;
}

/** Tiles for whoever is signed in. @param guard throws for anybody else */
export function tileHttpRoutes(deps: TilesDeps, guard: (request: Request) => Promise<unknown>): HttpRoute[] {
  const tiles = createTileRoutes(deps);
  const route = (
    path: string,
    operation: string,
    respond: (request: Request, parts: readonly string[]) => Promise<Response>,
  ): HttpRoute => ({
    method: 'GET',
    path,
    operation,
    handle: async ({ request, setHeader }: Exchange) => {
      await guard(request);
      const response = await respond(request, new URL(request.url).pathname.slice(TILES_PATH.length + 1).split('/'));
      // The headers of the app would otherwise forbid every cache.
      const cache = response.headers.get('cache-control');
      if (cache !== null) setHeader('cache-control', cache);
      return response;
    },
  });
  const file = baseMapFile(deps.baseMap);
  return [
    route(`${TILES_PATH}/current`, 'mapTileSet', async ({ signal }) => {
      const set = await tiles.tileSet(await deps.realm(), signal);
      return jsonResponse({ ...set, base_map: baseMapSource(deps.baseMap, BASE_FILE_PATH) });
    }),
    ...(file === null
      ? []
      : [route(BASE_FILE_PATH, 'baseMapPart', ({ headers }) => respondWithRange(file, headers.get('range')))]),
    route(
      `${TILES_PATH}/:version/:z/:x/:file`,
      'mapTile',
      async (request, [version = '', z = '', x = '', name = '']) => {
        const realm = realmOfVersion(version);
        if (realm !== null && realm !== (await deps.realm())) {
          throw new AppError('NOT_FOUND', 'These tiles are of other records; load the map again');
        }
        return tiles.tile(request, version, z, x, name);
      },
    ),
  ];
}

export { baseMapOrigins } from './store/base-map-source.ts';
