import type { GeoJSONVTFeature } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { type DealSquare, type MapParcel, type MapSquare, TILE_EXTENT, type Tile, tilePosition } from '@plat/dataset';
import { mainStreetLines, type StreetLine, type StreetPoint, streetLines } from './street-lines.ts';

export type Feature = GeoJSONVTFeature;

/** The layers of a tile by name; empty ones are left out. */
export type TileLayers = Readonly<Record<string, readonly Feature[]>>;

const POINT = 1;
const LINE = 2;

const point = (x: number, y: number, tags: Feature['tags'], id?: number): Feature => ({
  type: POINT,
  geometry: [[x, y]],
  tags,
  ...(id === undefined ? {} : { id: id as never }),
});

/** Counted parcels of low zooms: layer `squares`. */
export const squareFeatures = (squares: readonly MapSquare[]): Feature[] =>
  squares.filter(({ parcels }) => parcels > 0).map(({ x, y, parcels }) => point(x, y, { parcels }));

/** Counted deals for the heat map: layer `deals`. */
export const dealFeatures = (squares: readonly DealSquare[]): Feature[] =>
  squares.map(({ x, y, flips, rentals }) => point(x, y, { flips, rentals, deals: flips + rentals }));

interface Place {
  x: number;
  y: number;
  parcel: MapParcel;
  parcels: number;
}

/**
 * Parcels of high zooms, one point each place, and the lines of their streets: layers `parcels` and `streets`. Units
 * of one building are one point with their number. Parcels beyond the edges of the tile only shape its streets.
 */
export function parcelFeatures(tile: Tile, parcels: readonly MapParcel[]): { parcels: Feature[]; streets: Feature[] } {
  const places = new Map<number, Place>();
  const onStreets: StreetPoint[] = [];
  for (const parcel of parcels) {
    const [east, south] = tilePosition(parcel, tile);
    const [x, y] = [Math.floor(east), Math.floor(south)];
    if (parcel.addressLine !== null) onStreets.push({ x, y, line: parcel.addressLine });
    if (x < 0 || y < 0 || x >= TILE_EXTENT || y >= TILE_EXTENT) continue;
    const at = y * TILE_EXTENT + x;
    const place = places.get(at);
    if (place === undefined) places.set(at, { x, y, parcel, parcels: 1 });
    else place.parcels++;
  }
  return {
    parcels: [...places.values()].map(({ x, y, parcel, parcels: count }) =>
      point(x, y, { type: parcel.propertyType, parcels: count }, parcel.propertyId),
    ),
    streets: streetLines(onStreets, tile.z).map(streetFeature),
  };
}

/** The main streets of a tile whose parcels are counted: layer `streets`. */
export const mainStreetFeatures = (tile: Tile, parcels: readonly MapParcel[]): Feature[] =>
  mainStreetLines(
    parcels.flatMap((parcel) => streetPoint(tile, parcel) ?? []),
    tile.z,
  ).map(streetFeature);

const streetFeature = ({ name, points }: StreetLine): Feature => ({ type: LINE, geometry: [points], tags: { name } });

function streetPoint(tile: Tile, parcel: MapParcel): StreetPoint | null {
  if (parcel.addressLine === null) return null;
  const [x, y] = tilePosition(parcel, tile);
  return { x, y, line: parcel.addressLine };
}

/** A vector tile (version 2 of the specification) with its non-empty layers; no bytes without any. */
export function encodeTile(layers: TileLayers): Uint8Array {
  const filled = Object.entries(layers).filter(([, features]) => features.length > 0);
  if (filled.length === 0) return new Uint8Array();
  const tiles = Object.fromEntries(filled.map(([name, features]) => [name, { features } as never]));
  return fromGeojsonVt(tiles, { version: 2, extent: TILE_EXTENT });
}
