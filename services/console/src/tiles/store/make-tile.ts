import { boxOfTile, type Dataset, dealSquares, mapSquares, parcelsInBox, SQUARE_ZOOM, type Tile } from '@plat/dataset';
import { streetStep } from '../domain/street-lines.ts';
import { dealFeatures, encodeTile, parcelFeatures, squareFeatures } from '../domain/tile-features.ts';

/** Deeper maps scale up the tiles of this zoom, in which every parcel has a place of its own. */
export const MAX_ZOOM = 16;
/** Parcels read for a tile; denser ones show an even choice. */
const MAX_PARCELS = 6_000;

/** Reads one tile of the parcels and deals of a dataset and encodes it. */
export async function makeTile(dataset: Dataset, tile: Tile): Promise<Uint8Array> {
  const deals = dealSquares(dataset, tile);
  if (tile.z <= SQUARE_ZOOM) {
    const [squares, counted] = await Promise.all([mapSquares(dataset, tile), deals]);
    return encodeTile({ squares: squareFeatures(squares), deals: dealFeatures(counted) });
  }
  const [parcels, counted] = await Promise.all([
    parcelsInBox(dataset, boxOfTile(tile, streetStep(tile.z)), MAX_PARCELS),
    deals,
  ]);
  return encodeTile({ ...parcelFeatures(tile, parcels), deals: dealFeatures(counted) });
}
