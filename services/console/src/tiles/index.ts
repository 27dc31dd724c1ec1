export { createTileRoutes, TILES_PATH, type TileDeps, type TileRoutes, type TileSet } from './routes/tile-routes.ts';
