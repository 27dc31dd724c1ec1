import type { Point } from './circle.ts';

/** `subject` is drawn by the map itself. */
export const POINT_KINDS = ['flip', 'rental', 'comp', 'renovated', 'deal'] as const;
export type PointKind = (typeof POINT_KINDS)[number];

/** One dot of a list: a deal of a buyer, a comp. Several points may have one id, such as the deals of a buyer. */
export interface MapPoint extends Point {
  id: string;
  kind: PointKind;
  /** Place in the list, from 1; shown in the dot. */
  rank?: number | null;
  /** Read out for the point, such as `3043 W Monte Vista Trl, flip, $310,000`. */
  label: string;
}

export type MapTheme = 'light' | 'dark';

/** A richer base map that the operator gives: a PMTiles file, or a template of tile URLs. */
export interface BaseMapSource {
  kind: 'pmtiles' | 'vector' | 'raster';
  url: string;
  attribution: string | null;
}

/** The answer of `GET /console/tiles/current`. */
export interface TileSet {
  version: string;
  tiles: string;
  base: string;
  maxzoom: number;
  base_maxzoom: number;
  bounds: [number, number, number, number] | null;
  base_map: BaseMapSource | null;
}

export interface MarketMapProps {
  /** Centre of the ring; null shows all records. */
  subject: Point | null;
  radiusMiles: number;
  /** Called when the ring was dragged or moved by keys. Without it the ring is fixed. */
  onRadiusChange?: (miles: number) => void;
  points: readonly MapPoint[];
  selectedId: string | null;
  hoveredId: string | null;
  onSelect: (id: string | null) => void;
  onHover: (id: string | null) => void;
  /** `system` follows the device. */
  theme: MapTheme | 'system';
  /** Shows the heat map of deals at first. */
  heat?: boolean;
}
