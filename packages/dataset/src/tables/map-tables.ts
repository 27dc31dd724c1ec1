import { type DatasetTable, region, required } from './columns.ts';

/** Counts for map tiles of low zooms. */
export const MAP_TABLES = {
  map_square: {
    doc: 'One of the 64 by 64 squares of a map tile that has parcels or deals (docs/rules/map-tiles.md).',
    columns: {
      region,
      tile: required('integer', 'number of the tile, counted from zoom 0 in rows from the north-west'),
      x: required('smallint', 'mean position of its parcels in the tile, 0 to 4095 from the west'),
      y: required('smallint', 'the same from the north; the middle of the square when it has no parcels'),
      parcels: required('integer', 'parcels with coordinates'),
      flips: required('integer', 'counted flips of the last 24 months; 0 in squares too small to show them'),
      rentals: required('integer', 'the same of rental purchases'),
    },
    storedInOrderOf: ['tile', 'y', 'x'],
    indexes: ['btree (tile)'],
  },
} as const satisfies Record<string, DatasetTable>;
