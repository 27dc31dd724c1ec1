import type { Box, Point } from './grid.ts';
import { COUNTED_DEAL } from './rules/off-market.ts';

/** A tile of the web Mercator pyramid: zoom, column from the west, row from the north. */
export interface Tile {
  z: number;
  x: number;
  y: number;
}

/** Positions in a tile go from 0 to 4095, as in vector tiles. */
export const TILE_EXTENT = 4096;
/** Squares along an edge of a tile in which parcels and deals are counted. */
export const SQUARES_PER_TILE = 64;
/** Highest zoom with counted squares, some 200 feet wide in the United States; above it parcels are single. */
export const SQUARE_ZOOM = 13;
/** Highest zoom whose squares count deals, some 800 feet wide, so that a square does not give the parcel away. */
export const DEAL_ZOOM = 11;
/** Months of deals that are counted, back from the newest deal of the region. */
const DEAL_MONTHS = 24;
const MAX_ZOOM = 22;
/** Beyond it the projection has no tiles. */
const MAX_LATITUDE = 85.0511287798066;

/** Positions around the earth at `SQUARE_ZOOM`, as a power of two. */
const WORLD_BITS = SQUARE_ZOOM + Math.log2(TILE_EXTENT);
const SQUARE_BITS = Math.log2(TILE_EXTENT / SQUARES_PER_TILE);
const TILE_BITS = Math.log2(SQUARES_PER_TILE);

export const isTile = ({ z, x, y }: Tile): boolean =>
  [z, x, y].every((one) => Number.isInteger(one) && one >= 0) && z <= MAX_ZOOM && x < 2 ** z && y < 2 ** z;

const tilesBelow = (zoom: number): number => (4 ** zoom - 1) / 3;

/** The number of a tile in `map_square`: zoom by zoom from 0, row by row. */
export const tileNumber = ({ z, x, y }: Tile): number => tilesBelow(z) + y * 2 ** z + x;

/** Position of a point in a tile, not rounded; outside of 0 to 4096 beyond its edges. */
export function tilePosition({ latitude, longitude }: Point, { z, x, y }: Tile): [x: number, y: number] {
  const angle = (Math.min(Math.max(latitude, -MAX_LATITUDE), MAX_LATITUDE) * Math.PI) / 180;
  const east = (longitude + 180) / 360;
  const south = (1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2;
  return [(east * 2 ** z - x) * TILE_EXTENT, (south * 2 ** z - y) * TILE_EXTENT];
}

/** @param margin how far the box reaches beyond the tile, as a share of its width */
export function boxOfTile({ z, x, y }: Tile, margin = 0): Box {
  const longitude = (column: number) => Math.min(Math.max((column / 2 ** z) * 360 - 180, -180), 180);
  const latitude = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI;
  return {
    south: latitude(y + 1 + margin),
    north: latitude(y - margin),
    west: longitude(x - margin),
    east: longitude(x + 1 + margin),
  };
}

/**
 * The rows of `map_square` without their region (DuckDB and PostgreSQL): each zoom sums up the squares of the next
 * one.
 * @param properties relation with `latitude` and `longitude`
 * @param deals relation with the columns of table `deal`
 */
export function mapSquaresSql(properties: string, deals: string): string {
  const placed = `latitude between -${MAX_LATITUDE} and ${MAX_LATITUDE} and longitude between -180 and 180`;
  const zooms = Array.from({ length: SQUARE_ZOOM + 1 }, (_, at) => SQUARE_ZOOM - at);
  const sums = `cast(sum(east) as bigint) as east, cast(sum(south) as bigint) as south,
    cast(sum(parcels) as bigint) as parcels, cast(sum(flips) as bigint) as flips, cast(sum(rentals) as bigint) as rentals`;
  const coarser = zooms.slice(1).map(
    (zoom) => `zoom_${zoom} as materialized (
        select square_x >> 1 as square_x, square_y >> 1 as square_y, ${sums} from zoom_${zoom + 1} finer group by 1, 2)`,
  );
  return `with counted_deal as (
      select latitude, longitude, deal_type, event_date from ${deals} deal where ${COUNTED_DEAL} and ${placed}
    ), placed as (
      select ${worldSql('longitude', 'latitude')}, 1 as parcels, 0 as flips, 0 as rentals
      from ${properties} property where ${placed}
      union all
      select ${worldSql('longitude', 'latitude')}, 0, case when deal_type = 'flip' then 1 else 0 end,
        case when deal_type = 'rental' then 1 else 0 end
      from counted_deal
      where event_date > (select max(event_date) from counted_deal) - interval '${DEAL_MONTHS} months'
    ), zoom_${SQUARE_ZOOM} as materialized (
      select world_x >> ${SQUARE_BITS} as square_x, world_y >> ${SQUARE_BITS} as square_y,
        cast(sum(world_x * parcels) as bigint) as east, cast(sum(world_y * parcels) as bigint) as south,
        cast(sum(parcels) as bigint) as parcels, cast(sum(flips) as bigint) as flips, cast(sum(rentals) as bigint) as rentals
      from placed group by 1, 2
    ), ${coarser.join(', ')}
    ${zooms.map(rowsOfZoomSql).join('\n union all ')}`;
}

/** `world_x` and `world_y`: positions around the earth at `SQUARE_ZOOM`. */
function worldSql(longitude: string, latitude: string): string {
  const south = `(1 - ln(tan(radians(${latitude})) + 1 / cos(radians(${latitude}))) / pi()) / 2`;
  const whole = (share: string) =>
    `cast(least(floor((${share}) * ${2 ** WORLD_BITS}), ${2 ** WORLD_BITS - 1}) as bigint)`;
  return `${whole(`(${longitude} + 180) / 360`)} as world_x, ${whole(south)} as world_y`;
}

function rowsOfZoomSql(zoom: number): string {
  const hasDeals = zoom <= DEAL_ZOOM;
  const position = (sum: string, square: string) =>
    `cast(case when parcels > 0
      then (cast(floor(cast(${sum} as double precision) / parcels) as bigint) >> ${SQUARE_ZOOM - zoom}) & ${TILE_EXTENT - 1}
      else (${square} & ${SQUARES_PER_TILE - 1}) * ${2 ** SQUARE_BITS} + ${2 ** (SQUARE_BITS - 1)} end as smallint)`;
  const tile = `${tilesBelow(zoom)} + (square_y >> ${TILE_BITS}) * ${2 ** zoom} + (square_x >> ${TILE_BITS})`;
  return `select cast(${tile} as integer) as tile, ${position('east', 'square_x')} as x, ${position('south', 'square_y')} as y,
      cast(parcels as integer) as parcels, ${hasDeals ? 'cast(flips as integer)' : '0'} as flips,
      ${hasDeals ? 'cast(rentals as integer)' : '0'} as rentals
    from zoom_${zoom} squares ${hasDeals ? '' : 'where parcels > 0'}`;
}
