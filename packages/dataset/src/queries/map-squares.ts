import { boxOfTile, DEAL_ZOOM, SQUARES_PER_TILE, TILE_EXTENT, type Tile, tileNumber } from '../map-tile.ts';
import type { Dataset } from '../serving-dataset.ts';
import type { DatasetRow } from '../tables.ts';
import { ofEachRegion } from './of-each-region.ts';

export type MapSquare = Omit<DatasetRow<'map_square'>, 'region' | 'tile'>;

const SQUARE = TILE_EXTENT / SQUARES_PER_TILE;

/** The squares of a tile with their counts; squares on a border of states occur once for each state. */
export async function mapSquares(dataset: Dataset, tile: Tile): Promise<MapSquare[]> {
  const regions = dataset.regionsWithin(boxOfTile(tile));
  if (regions.length === 0) return [];
  return dataset.ask<MapSquare>(
    ofEachRegion(
      regions,
      (region) =>
        `select x, y, parcels, flips, rentals from ${dataset.rowsOf('map_square', region)} square where tile = $1::int`,
    ),
    [tileNumber(tile)],
  );
}

/** Counted deals in a square, at the middle of the square. */
export interface DealSquare {
  x: number;
  y: number;
  flips: number;
  rentals: number;
}

/** The deals of squares whose middle is in a tile; from `DEAL_ZOOM` on these are the squares of that zoom. */
export async function dealSquares(dataset: Dataset, tile: Tile): Promise<DealSquare[]> {
  const deeper = Math.max(0, tile.z - DEAL_ZOOM);
  const ancestor = { z: tile.z - deeper, x: tile.x >> deeper, y: tile.y >> deeper };
  const regions = dataset.regionsWithin(boxOfTile(ancestor));
  if (regions.length === 0) return [];
  const width = TILE_EXTENT >> deeper;
  const [west, north] = [(tile.x & (2 ** deeper - 1)) * width, (tile.y & (2 ** deeper - 1)) * width];
  const rows = await dataset.ask<DealSquare>(
    ofEachRegion(
      regions,
      (region) => `select x, y, flips, rentals from ${dataset.rowsOf('map_square', region)} square
     where tile = $1::int and flips + rentals > 0
       and x between $2::int - ${SQUARE} and $3::int + ${SQUARE} and y between $4::int - ${SQUARE} and $5::int + ${SQUARE}`,
    ),
    [tileNumber(ancestor), west, west + width, north, north + width],
  );
  const middle = (position: number) => Math.floor(position / SQUARE) * SQUARE + SQUARE / 2;
  return rows
    .map((row) => ({ ...row, x: (middle(row.x) - west) << deeper, y: (middle(row.y) - north) << deeper }))
    .filter(({ x, y }) => x >= 0 && x < TILE_EXTENT && y >= 0 && y < TILE_EXTENT);
}
