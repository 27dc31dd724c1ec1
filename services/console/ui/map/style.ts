import type { ExpressionSpecification, LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { type Palette, paletteOf } from './palette.ts';
import type { MapTheme, TileSet } from './types.ts';

/** Parcels are counted in squares below this zoom; see docs/rules/map-tiles.md. */
const PARCEL_ZOOM = 14;
/** Main streets are drawn from this zoom on. */
const MAIN_STREET_ZOOM = 12;
const EMPTY = { type: 'FeatureCollection' as const, features: [] };

export interface BaseLayers {
  sources: Record<string, SourceSpecification>;
  layers: LayerSpecification[];
  glyphs?: string;
}

export interface StyleParts {
  theme: MapTheme;
  tiles: TileSet;
  /** Where the page is from, because tile URLs must be absolute. */
  origin: string;
  showHeat: boolean;
  /** The operator's base map in place of states and counties. */
  base: BaseLayers | null;
}

/**
 * The whole style of the map. Without the key `glyphs` labels are drawn with local fonts, so no font is loaded. Points
 * and ring are empty sources that the map fills.
 */
export function mapStyle({ theme, tiles, origin, showHeat, base }: StyleParts): StyleSpecification {
  const palette = paletteOf(theme);
  return {
    version: 8,
    ...(base?.glyphs === undefined ? {} : { glyphs: base.glyphs }),
    sources: {
      ...(base?.sources ?? {
        base: { type: 'vector', tiles: [`${origin}${tiles.base}`], minzoom: 0, maxzoom: tiles.base_maxzoom },
      }),
      parcels: {
        type: 'vector',
        tiles: [`${origin}${tiles.tiles}`],
        minzoom: 3,
        maxzoom: tiles.maxzoom,
        ...(tiles.bounds === null ? {} : { bounds: widened(tiles.bounds) }),
      },
      // The usual tolerance would make a polygon of a small circle.
      ring: { type: 'geojson', data: EMPTY, tolerance: 0.05 },
      points: { type: 'geojson', data: EMPTY },
    },
    layers: [
      ...(base?.layers ?? borderLayers(palette)),
      ...parcelLayers(palette, base === null),
      heatLayer(palette, showHeat),
      ...ringLayers(palette),
      ...(base === null ? [streetNames(palette)] : []),
      ...pointLayers(palette),
    ],
  };
}

/** Squares at the edge of the bounds are drawn beyond them. */
const widened = ([west, south, east, north]: [number, number, number, number]): [number, number, number, number] => [
  Math.max(west - 0.2, -180),
  Math.max(south - 0.2, -85),
  Math.min(east + 0.2, 180),
  Math.min(north + 0.2, 85),
];

function borderLayers(palette: Palette): LayerSpecification[] {
  const line = (layer: string, color: string, width: ExpressionSpecification): LayerSpecification => ({
    id: layer,
    type: 'line',
    source: 'base',
    'source-layer': layer,
    layout: { 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': width },
  });
  return [
    { id: 'water', type: 'background', paint: { 'background-color': palette.water } },
    { id: 'land', type: 'fill', source: 'base', 'source-layer': 'land', paint: { 'fill-color': palette.land } },
    line('counties', palette.county, ['interpolate', ['linear'], ['zoom'], 4, 0.4, 8, 1, 12, 1.6]),
    line('states', palette.state, ['interpolate', ['linear'], ['zoom'], 3, 0.8, 8, 1.8, 12, 2.4]),
  ];
}

/** @param withStreets off above a base map, which has streets of its own */
function parcelLayers(palette: Palette, withStreets: boolean): LayerSpecification[] {
  const count: ExpressionSpecification = ['get', 'parcels'];
  const street = (id: string, color: string, from: number, to: number): LayerSpecification => ({
    id,
    type: 'line',
    source: 'parcels',
    'source-layer': 'streets',
    minzoom: MAIN_STREET_ZOOM,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: {
      'line-color': color,
      'line-width': ['interpolate', ['exponential', 2], ['zoom'], 12, 0.9 * from, 14, from, 18, to],
    },
  });
  return [
    ...(withStreets ? [builtUp(palette, 'squares'), builtUp(palette, 'parcels')] : []),
    {
      id: 'squares',
      type: 'circle',
      source: 'parcels',
      'source-layer': 'squares',
      maxzoom: PARCEL_ZOOM,
      paint: {
        'circle-color': palette.square,
        'circle-radius': [
          'interpolate',
          ['linear'],
          ['zoom'],
          ...[3, ['min', 3, ['+', 0.8, ['*', 0.02, ['sqrt', count]]]]],
          ...[11, ['min', 3.2, ['+', 0.7, ['*', 0.2, ['sqrt', count]]]]],
          ...[13.9, ['min', 3, ['+', 0.9, ['*', 0.25, ['sqrt', count]]]]],
        ] as ExpressionSpecification,
        'circle-opacity': ['interpolate', ['linear'], ['sqrt', count], 1, 0.35, 8, 0.6, 40, 0.8],
      },
    },
    ...(withStreets
      ? [street('street-edges', palette.streetEdge, 3.4, 34), street('streets', palette.street, 2.2, 30)]
      : []),
    {
      id: 'parcels',
      type: 'circle',
      source: 'parcels',
      'source-layer': 'parcels',
      minzoom: PARCEL_ZOOM,
      paint: {
        'circle-color': ['match', ['get', 'type'], 'LAND', palette.vacant, palette.parcel],
        'circle-radius': [
          'interpolate',
          ['exponential', 1.6],
          ['zoom'],
          ...[14, ['min', 4, ['+', 1, ['*', 0.3, ['sqrt', count]]]]],
          ...[18, ['min', 14, ['+', 4, ['*', 1, ['sqrt', count]]]]],
        ] as ExpressionSpecification,
        'circle-opacity': 0.75,
      },
    },
  ];
}

/** Squares of a tile are 8 pixels wide at its own zoom and twice that before the next one. */
const squareRadius = (zoom: number): number[] => [zoom, 7.5, zoom + 0.999, 15];

/** Soft ground below squares and parcels, so that a city has a shape. */
const builtUp = (palette: Palette, layer: 'squares' | 'parcels'): LayerSpecification => ({
  id: `built-up-${layer}`,
  type: 'circle',
  source: 'parcels',
  'source-layer': layer,
  ...(layer === 'squares' ? { minzoom: 7, maxzoom: PARCEL_ZOOM } : { minzoom: PARCEL_ZOOM }),
  paint: {
    'circle-color': palette.builtUp,
    'circle-blur': 0.35,
    'circle-radius': (layer === 'squares'
      ? ['interpolate', ['exponential', 2], ['zoom'], ...[7, 8, 9, 10, 11, 12, 13].flatMap(squareRadius)]
      : ['interpolate', ['exponential', 2], ['zoom'], 14, 14, 18, 224]) as ExpressionSpecification,
  },
});

const streetNames = (palette: Palette): LayerSpecification => ({
  id: 'street-names',
  type: 'symbol',
  source: 'parcels',
  'source-layer': 'streets',
  minzoom: MAIN_STREET_ZOOM,
  layout: {
    'symbol-placement': 'line',
    'symbol-spacing': 320,
    'text-field': ['get', 'name'],
    'text-font': ['Inter', 'sans-serif'],
    'text-size': ['interpolate', ['linear'], ['zoom'], 14, 10, 18, 14],
    'text-padding': 6,
    'text-max-angle': 30,
  },
  paint: { 'text-color': palette.text, 'text-halo-color': palette.halo, 'text-halo-width': 1.4 },
});

const heatLayer = (palette: Palette, isVisible: boolean): LayerSpecification => ({
  id: 'heat',
  type: 'heatmap',
  source: 'parcels',
  'source-layer': 'deals',
  layout: { visibility: isVisible ? 'visible' : 'none' },
  paint: {
    'heatmap-weight': ['min', 1, ['/', ['sqrt', ['get', 'deals']], 4]],
    // A square of deals is twice as wide on the screen with each zoom from zoom 11 on.
    'heatmap-radius': ['interpolate', ['exponential', 2], ['zoom'], 5, 10, 11, 22, 16, 700],
    'heatmap-intensity': ['interpolate', ['linear'], ['zoom'], 5, 0.8, 11, 1.3, 14, 1],
    'heatmap-color': [
      'interpolate',
      ['linear'],
      ['heatmap-density'],
      ...[0, palette.heat[0], 0.25, palette.heat[1], 0.6, palette.heat[2], 1, palette.heat[3]],
    ] as ExpressionSpecification,
    'heatmap-opacity': 0.62,
  },
});

const ringLayers = (palette: Palette): LayerSpecification[] => [
  {
    id: 'ring-fill',
    type: 'fill',
    source: 'ring',
    paint: { 'fill-color': palette.ringFill, 'fill-opacity': 0.045 },
  },
  {
    id: 'ring',
    type: 'line',
    source: 'ring',
    paint: { 'line-color': palette.ring, 'line-width': 1.8, 'line-opacity': 0.9 },
  },
];

const HOVERED: ExpressionSpecification = ['boolean', ['feature-state', 'hovered'], false];
const SELECTED: ExpressionSpecification = ['boolean', ['feature-state', 'selected'], false];

function pointLayers(palette: Palette): LayerSpecification[] {
  const kinds = Object.entries(palette.kinds).flat();
  const isRanked: ExpressionSpecification = ['>', ['get', 'rank'], 0];
  // Dots with a number need room for it; selection and hover make any dot larger.
  const radius = (base: number): ExpressionSpecification => [
    '+',
    ['case', isRanked, base + 3.5, base],
    ['case', SELECTED, 3, HOVERED, 2, 0],
  ];
  return [
    {
      id: 'points',
      type: 'circle',
      source: 'points',
      layout: { 'circle-sort-key': ['case', isRanked, ['-', 10_000, ['get', 'rank']], 0] },
      paint: {
        'circle-color': ['match', ['get', 'kind'], ...kinds, palette.ring] as unknown as ExpressionSpecification,
        'circle-radius': [
          'interpolate',
          ['linear'],
          ['zoom'],
          9,
          radius(2),
          11,
          radius(3),
          13,
          radius(5.5),
          17,
          radius(8),
        ],
        'circle-opacity': ['case', ['any', SELECTED, HOVERED], 1, ['get', 'strength']],
        'circle-stroke-color': ['case', ['any', SELECTED, HOVERED], palette.selected, palette.edge],
        'circle-stroke-width': ['case', SELECTED, 3, HOVERED, 2.4, 1.2],
      },
    },
    {
      id: 'ranks',
      type: 'symbol',
      source: 'points',
      filter: isRanked,
      layout: {
        'text-field': ['to-string', ['get', 'rank']],
        'text-font': ['Inter', 'sans-serif'],
        'text-size': 11,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
        'symbol-sort-key': ['-', 10_000, ['get', 'rank']],
      },
      paint: { 'text-color': palette.onPoint },
    },
  ];
}
