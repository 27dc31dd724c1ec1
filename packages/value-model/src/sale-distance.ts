import type { ValuedFacts } from '@plat/dataset';
import { findNeighbours, indexPool, metresOf, roomForNeighbours, type SalePool } from './sale-pool.ts';

/** Distance in metres from a home to the `nth` nearest sale of the pool; null with fewer sales near. */
export function distanceToSale(pool: SalePool, nth: number): (facts: ValuedFacts) => number | null {
  const index = indexPool(pool);
  const room = roomForNeighbours(nth);
  return (facts) => {
    const place = metresOf(facts.latitude, facts.longitude, pool.originLatitude);
    const beforeDay = Number.POSITIVE_INFINITY;
    findNeighbours(pool, index, { ...place, propertyId: facts.property_id, beforeDay }, room);
    return room.count < nth ? null : Math.sqrt(room.squareMetres[0]!);
  };
}
