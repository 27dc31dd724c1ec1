import type { Metro } from './metros.ts';
import {
  arterialName,
  crossArterialName,
  crossStreetName,
  type District,
  diagonalName,
  NAMES_PER_SQUARE_MILE,
  type Quadrant,
  streetName,
} from './street-names.ts';
import { fromDiagonal, fromLattice, fromRiver, openness, type Place, pointAt, toLattice } from './terrain.ts';

/** House numbers advance by 800 a mile from the metro's origin, as in Phoenix. */
const NUMBERS_PER_MILE = 800;
const CROSS_STREETS_PER_MILE = 16;
const LOTS_PER_BLOCK_FACE = 4;
const ARTERIAL_LOTS_PER_MILE = 32;
/** Miles from the middle of a street to the middle of its lots. */
const SETBACK = 0.0125;
const ARTERIAL_SETBACK = 0.019;
/** Miles from the middle of a mile road or the diagonal to the lots of other streets. */
const ARTERIAL_STRIP = 0.031;
const RIVER_HALF_WIDTH = 0.055;
/** Parks along the river. */
const RIVERSIDE = 0.11;
/** Miles around the middle of a square mile that hold it whole, however its streets are turned. */
const REACH = 0.86;

export interface Lot {
  houseNumber: number;
  street: string;
  latitude: number;
  longitude: number;
  /** On a mile road or a diagonal avenue. */
  isArterial: boolean;
}

/** One square mile of a metro, bounded by mile roads. */
export interface SquareMile {
  metro: Metro;
  squareMile: readonly [east: number, north: number];
  /** Number of the square mile within its metro. */
  index: number;
  /** Typical year of construction. */
  builtAround: number;
  /** Degrees by which its streets are turned, counterclockwise. */
  turned: number;
}

const quadrantOf = ({ x, y }: Place): Quadrant => ({ isWest: x < 0, isSouth: y < 0 });
const numberAt = (miles: number, side: number): number =>
  100 + 2 * Math.floor((Math.abs(miles) * NUMBERS_PER_MILE) / 2) + side;

/** Miles from the metro's heart. */
export const fromHeart = ({ heart }: Metro, { x, y }: Place): number =>
  Math.hypot(x - heart[0] - 0.5, y - heart[1] - 0.5);

/**
 * The lots of one square mile: first those of the mile roads at its south and west and of the diagonal avenue, then
 * street by street. Numbers count from the metro's origin, even ones on the south and west sides. Every fourth row of
 * blocks fronts its cross streets instead.
 */
export function* lotsOfSquareMile(ground: SquareMile): Generator<Lot> {
  const { metro } = ground;
  const lotAt = (place: Place, houseNumber: number, street: string, isArterial: boolean): Lot => {
    return { houseNumber, street, ...pointAt(metro, place), isArterial };
  };
  for (const { place, houseNumber, street } of arterialLots(ground)) {
    if (Math.abs(fromRiver(metro, place)) > RIVER_HALF_WIDTH) yield lotAt(place, houseNumber, street, true);
  }
  for (const { place, houseNumber, street } of streetLots(ground)) {
    if (isBuiltOn(ground, place)) yield lotAt(place, houseNumber, street, false);
  }
}

interface Spot {
  place: Place;
  houseNumber: number;
  street: string;
}

function* arterialLots({ metro, squareMile: [east, north] }: SquareMile): Generator<Spot> {
  const sides = [0, 1];
  for (let lot = 1; lot < ARTERIAL_LOTS_PER_MILE - 1; lot++) {
    const along = (lot + 0.5) / ARTERIAL_LOTS_PER_MILE;
    for (const side of sides) {
      const off = side === 0 ? -ARTERIAL_SETBACK : ARTERIAL_SETBACK;
      const onRoad = { x: east + along, y: north };
      const road = arterialName(metro, north, quadrantOf({ x: onRoad.x, y: north }));
      yield { place: fromLattice({ ...onRoad, y: north + off }), houseNumber: numberAt(onRoad.x, side), street: road };
      const onCross = { x: east, y: north + along };
      const cross = crossArterialName(metro, east, quadrantOf({ x: east, y: onCross.y }));
      yield {
        place: fromLattice({ ...onCross, x: east + off }),
        houseNumber: numberAt(onCross.y, side),
        street: cross,
      };
    }
  }
  const { slope, from } = metro.diagonal;
  const length = Math.hypot(1, slope);
  const first = Math.floor((east - 0.3) * ARTERIAL_LOTS_PER_MILE);
  for (let lot = first; lot < first + 1.6 * ARTERIAL_LOTS_PER_MILE; lot++) {
    const x = (lot + 0.5) / ARTERIAL_LOTS_PER_MILE;
    for (const side of sides) {
      const off = (side === 0 ? -ARTERIAL_SETBACK : ARTERIAL_SETBACK) / length;
      const place = { x: x - slope * off, y: from + slope * x + off };
      if (isInside(place, east, north)) {
        yield { place, houseNumber: numberAt(x, side), street: diagonalName(metro, quadrantOf(place)) };
      }
    }
  }
}

function isInside(place: Place, east: number, north: number): boolean {
  const { x, y } = toLattice(place);
  const edge = Math.min(x - east, east + 1 - x, y - north, north + 1 - y);
  return edge > ARTERIAL_STRIP;
}

/** Whether a lot is in its square mile, and neither in the river, a park, open land nor on another road. */
function isBuiltOn({ metro, squareMile }: SquareMile, place: Place): boolean {
  if (!isInside(place, squareMile[0], squareMile[1])) return false;
  if (Math.abs(fromRiver(metro, place)) < RIVERSIDE || Math.abs(fromDiagonal(metro, place)) < ARTERIAL_STRIP) {
    return false;
  }
  return openness(place) < (fromHeart(metro, place) > 2.1 ? 0.55 : 0.93);
}

/** Closer streets in the middle of the city. */
function streetsPerMile({ metro, squareMile }: SquareMile): number {
  const distance = fromHeart(metro, { x: squareMile[0] + 0.5, y: squareMile[1] + 0.5 });
  return distance < 0.8 ? 16 : distance < 1.6 ? 12 : 9;
}

function* streetLots(ground: SquareMile): Generator<Spot> {
  const { metro, squareMile, turned, builtAround } = ground;
  const middle = fromLattice({ x: squareMile[0] + 0.5, y: squareMile[1] + 0.5 });
  const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
  // Later subdivisions have winding streets.
  const winding = builtAround > 1962 ? 0.028 : 0;
  const placeOf = (x: number, y: number): Place => {
    const [east, north] = [x - middle.x, y - middle.y];
    const wound = north + winding * Math.sin(2 * Math.PI * 1.15 * east + ground.index);
    return { x: middle.x + cos * east - sin * wound, y: middle.y + sin * east + cos * wound };
  };
  const rows = streetsPerMile(ground);
  const [rowMiles, columnMiles] = [1 / rows, 1 / CROSS_STREETS_PER_MILE];
  const [firstRow, lastRow] = [Math.floor((middle.y - REACH) * rows), Math.floor((middle.y + REACH) * rows)];
  const firstColumn = Math.floor((middle.x - REACH) * CROSS_STREETS_PER_MILE);
  const lastColumn = Math.floor((middle.x + REACH) * CROSS_STREETS_PER_MILE);
  const spot = (row: number, column: number, along: number, side: number): Spot => {
    const isCross = (row - firstRow) % 4 === 3;
    const off = side === 0 ? -SETBACK : SETBACK;
    const [x, y] = isCross
      ? [(column + 0.5) * columnMiles + off, (row + along) * rowMiles]
      : [(column + along) * columnMiles, (row + 0.5) * rowMiles + off];
    const place = placeOf(x, y);
    const district: District = { metro, squareMile, index: ground.index, isFarBank: fromRiver(metro, place) < 0 };
    const quadrant = quadrantOf({ x, y });
    const street = isCross
      ? crossStreetName(district, (column - firstColumn) % (NAMES_PER_SQUARE_MILE / 2), column, quadrant)
      : streetName(district, row - firstRow, quadrant);
    return { place, houseNumber: numberAt(isCross ? y : x, side), street };
  };
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      for (let lot = 0; lot < LOTS_PER_BLOCK_FACE; lot++) {
        for (const side of [0, 1]) yield spot(row, column, (lot + 0.5) / LOTS_PER_BLOCK_FACE, side);
      }
    }
  }
}
