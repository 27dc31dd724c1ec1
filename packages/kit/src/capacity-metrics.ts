import { Gauge, type Registry } from 'prom-client';

/** How full something bounded is now. */
export interface Capacity {
  /** Left out where only the callers limit it. */
  max?: number;
  inUse: number;
  /** Waiting for a slot; left out where nothing waits here. */
  waiting?: number;
}

/** Shows how full queues and caches are. Names come from the code, because they are labels. */
export interface CapacityMetrics {
  /** @param capacity is called whenever the metrics are read. */
  showQueue(queue: string, capacity: () => Capacity): void;
  /** A cache that drops its oldest entry when it is full. */
  showCache(cache: string, entries: () => Required<Pick<Capacity, 'max' | 'inUse'>>): void;
}

export function createCapacityMetrics(registry: Registry): CapacityMetrics {
  const gauge = (name: string, help: string, label: string) => {
    const shown = new Map<string, () => Capacity>();
    const shows = new Gauge({
      name,
      help,
      labelNames: [label, 'state'],
      registers: [registry],
      collect: () => {
        for (const [one, capacity] of shown) {
          const { max, inUse, waiting } = capacity();
          shows.labels(one, 'in_use').set(inUse);
          if (max !== undefined) shows.labels(one, 'most').set(max);
          if (waiting !== undefined) shows.labels(one, 'waiting').set(waiting);
        }
      },
    });
    return (one: string, capacity: () => Capacity) => void shown.set(one, capacity);
  };
  return {
    showQueue: gauge(
      'plat_queue_places',
      'Slots of a queue (most), slots in use and waiters, in this process',
      'queue',
    ),
    showCache: gauge(
      'plat_cache_entries',
      'Entries that a cache of this process may hold (most) and holds; a full cache drops the oldest',
      'cache',
    ),
  };
}
