import type { Metro, Neighbourhood } from './metros.ts';
import type { Ground } from './parcels.ts';
import { squareMileOf } from './street-grid.ts';

/**
 * The square miles of a metro in the order in which they are filled: its neighbourhoods first, then ever wider rings
 * around the origin, each square mile under the city and ZIP code of the nearest neighbourhood. Never ends.
 */
export function* layGround(metro: Metro): Generator<Ground, never> {
  const taken = new Set<string>();
  let index = 0;
  const homes = metro.neighbourhoods.map((neighbourhood) => {
    const squareMile = squareMileOf(metro, neighbourhood.latitude, neighbourhood.longitude);
    return { neighbourhood, squareMile };
  });
  for (const { neighbourhood, squareMile } of homes) {
    taken.add(String(squareMile));
    yield { metro, neighbourhood, squareMile, index: index++ };
  }
  for (let ring = 0; ; ring++) {
    for (let east = -ring; east <= ring; east++) {
      for (let north = -ring; north <= ring; north++) {
        if (Math.max(Math.abs(east), Math.abs(north)) !== ring || taken.has(`${east},${north}`)) continue;
        yield { metro, neighbourhood: nearest(homes, east, north), squareMile: [east, north], index: index++ };
      }
    }
  }
}

function nearest(
  homes: ReadonlyArray<{ neighbourhood: Neighbourhood; squareMile: readonly [number, number] }>,
  east: number,
  north: number,
): Neighbourhood {
  const distance = ({ squareMile }: (typeof homes)[number]) => Math.hypot(squareMile[0] - east, squareMile[1] - north);
  return homes.reduce((best, home) => (distance(home) < distance(best) ? home : best)).neighbourhood;
}
