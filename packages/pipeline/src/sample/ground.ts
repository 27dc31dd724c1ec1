import type { Metro, Neighbourhood } from './metros.ts';
import type { Ground } from './parcels.ts';
import { fromHeart } from './street-grid.ts';

/**
 * The square miles of a metro in the order in which they are filled: ever wider rings around its heart, each square
 * mile under the city and ZIP code of the nearest neighbourhood. Never ends.
 */
export function* layGround(metro: Metro): Generator<Ground, never> {
  let index = 0;
  for (let ring = 0; ; ring++) {
    for (const squareMile of ringAround(metro, ring)) {
      yield { metro, neighbourhood: nearest(metro, squareMile), squareMile, index: index++ };
    }
  }
}

/** The square miles of a ring, the nearest to the heart first. */
function ringAround(metro: Metro, ring: number): [east: number, north: number][] {
  const found: [east: number, north: number][] = [];
  for (let east = -ring; east <= ring; east++) {
    for (let north = -ring; north <= ring; north++) {
      if (Math.max(Math.abs(east), Math.abs(north)) !== ring) continue;
      found.push([metro.heart[0] + east, metro.heart[1] + north]);
    }
  }
  const distance = ([east, north]: [number, number]) => fromHeart(metro, { x: east + 0.5, y: north + 0.5 });
  return found.sort((one, other) => distance(one) - distance(other));
}

/** The nearest neighbourhood of the same county. */
function nearest(
  { neighbourhoods, secondCountyFrom = Infinity }: Metro,
  [east, north]: readonly [east: number, north: number],
): Neighbourhood {
  const same = neighbourhoods.filter(
    ({ squareMile }) => squareMile[0] >= secondCountyFrom === east >= secondCountyFrom,
  );
  const distance = ({ squareMile }: Neighbourhood) => Math.hypot(squareMile[0] - east, squareMile[1] - north);
  return same.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}
