import {
  boxOfTile,
  type Dataset,
  dealSquares,
  type MapParcel,
  mapSquares,
  parcelsInBox,
  SQUARE_ZOOM,
  type Tile,
} from '@plat/dataset';
import { mainStreetReach, streetStep } from '../domain/street-lines.ts';
import {
  dealFeatures,
  encodeTile,
  mainStreetFeatures,
  parcelFeatures,
  squareFeatures,
} from '../domain/tile-features.ts';

/** Deeper maps scale up the tiles of this zoom, in which every parcel has a place of its own. */
export const MAX_ZOOM = 16;
/** Parcels read for a tile; denser ones show an even choice. */
const MAX_PARCELS = 6_000;
/** Lowest zoom with main streets: a tile is some 5 miles wide. */
const MAIN_STREET_ZOOM = 12;
/** Parcels read for the main streets of a tile: enough of them stand on each. */
const MAX_STREET_PARCELS = 4_000;

/** Reads one tile of the parcels and deals of a dataset and encodes it. */
export async function makeTile(dataset: Dataset, tile: Tile): Promise<Uint8Array> {
  const deals = dealSquares(dataset, tile);
  if (tile.z <= SQUARE_ZOOM) {
    const [squares, counted, parcels] = await Promise.all([
      mapSquares(dataset, tile),
      deals,
      mainStreetParcels(dataset, tile),
    ]);
    return encodeTile({
      squares: squareFeatures(squares),
      streets: mainStreetFeatures(tile, parcels),
      deals: dealFeatures(counted),
    });
  }
  const [parcels, counted] = await Promise.all([
    parcelsInBox(dataset, boxOfTile(tile, streetStep(tile.z)), MAX_PARCELS),
    deals,
  ]);
  return encodeTile({ ...parcelFeatures(tile, parcels), deals: dealFeatures(counted) });
}

async function mainStreetParcels(dataset: Dataset, tile: Tile): Promise<MapParcel[]> {
  if (tile.z < MAIN_STREET_ZOOM) return [];
  return parcelsInBox(dataset, boxOfTile(tile, mainStreetReach(tile.z)), MAX_STREET_PARCELS);
}
