import type { Metro } from './metros.ts';

const MILES_PER_DEGREE_LATITUDE = 69.05;
const TURN = 2 * Math.PI;

/** Miles east and north of the metro's origin. */
export interface Place {
  x: number;
  y: number;
}

const milesPerDegreeLongitude = ({ origin }: Metro): number =>
  MILES_PER_DEGREE_LATITUDE * Math.cos((origin.latitude * Math.PI) / 180);

export function pointAt(metro: Metro, { x, y }: Place): { latitude: number; longitude: number } {
  const { latitude, longitude } = metro.origin;
  return {
    latitude: Number((latitude + y / MILES_PER_DEGREE_LATITUDE).toFixed(6)),
    longitude: Number((longitude + x / milesPerDegreeLongitude(metro)).toFixed(6)),
  };
}

/** Mile roads bend by up to some 700 feet: how far their lattice is from a place's own miles. */
const bend = ({ x, y }: Place): Place => ({
  x: 0.1 * Math.sin(TURN * 0.29 * y + 0.8) + 0.035 * Math.sin(TURN * (0.21 * x + 0.37 * y)),
  y: 0.11 * Math.sin(TURN * 0.23 * x + 2.1) + 0.03 * Math.sin(TURN * (0.41 * x - 0.19 * y)),
});

/** Position in the lattice of mile roads, which run along its whole numbers. */
export function toLattice(place: Place): Place {
  const by = bend(place);
  return { x: place.x + by.x, y: place.y + by.y };
}

/** The place of a position in the lattice; to a foot or so. */
export function fromLattice(position: Place): Place {
  let place = position;
  for (let round = 0; round < 8; round++) {
    const by = bend(place);
    place = { x: position.x - by.x, y: position.y - by.y };
  }
  return place;
}

/** Miles from the middle of the river to a place; negative on its far bank: south, or east of a river to the south. */
export function fromRiver({ river }: Metro, { x, y }: Place): number {
  const [along, across] = river.flows === 'west' ? [x, y] : [y, -x];
  const [from, slope, wide] = [river.from, river.slope, river.meander];
  const middle =
    from + slope * along + wide * Math.sin(TURN * 0.34 * along + 0.4) + 0.3 * wide * Math.sin(TURN * 0.9 * along);
  const steepness =
    slope +
    wide * TURN * 0.34 * Math.cos(TURN * 0.34 * along + 0.4) +
    0.3 * wide * TURN * 0.9 * Math.cos(TURN * 0.9 * along);
  return (across - middle) / Math.hypot(1, steepness);
}

/** Miles from the diagonal avenue, which runs through the metro's heart; positive north of it. */
export function fromDiagonal(metro: Metro, { x, y }: Place): number {
  const { slope, from } = metro.diagonal;
  return (y - (from + slope * x)) / Math.hypot(1, slope);
}

/** From -1 to 1; parks and open land are where it is high. */
export const openness = ({ x, y }: Place): number =>
  Math.sin(2.9 * x + 0.9 * y + 0.6) * Math.sin(2.5 * y - 0.7 * x + 1.9);
