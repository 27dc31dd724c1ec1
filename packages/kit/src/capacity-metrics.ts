import { Gauge, type Registry } from 'prom-client';

/** How much of what is bounded is taken at the moment. */
export interface Places {
  /** At most so much at a time; left out where only those who ask bound it. */
  most?: number;
  inUse: number;
  /** For a place; left out where nothing waits here. */
  waiting?: number;
}

/** Shows what fills up; names are from the code, for they are labels. */
export interface CapacityMetrics {
  /** @param places is asked whenever the metrics are read. */
  showQueue(queue: string, places: () => Places): void;
  /** A memory of at most so many entries, which forgets one when it is full. */
  showCache(cache: string, entries: () => Required<Pick<Places, 'most' | 'inUse'>>): void;
}

export function createCapacityMetrics(registry: Registry): CapacityMetrics {
  const queues = new Map<string, () => Places>();
  const caches = new Map<string, () => Places>();
  const queuePlaces = new Gauge({
    name: 'plat_queue_places',
    help: 'Most places of a queue, those in use, and what waits for one, in this process',
    labelNames: ['queue', 'state'] as const,
    registers: [registry],
    collect: () => {
      for (const [queue, places] of queues) {
        const { most, inUse, waiting } = places();
        queuePlaces.labels(queue, 'in_use').set(inUse);
        if (most !== undefined) queuePlaces.labels(queue, 'most').set(most);
        if (waiting !== undefined) queuePlaces.labels(queue, 'waiting').set(waiting);
      }
    },
  });
  const cacheEntries = new Gauge({
    name: 'plat_cache_entries',
    help: 'Most entries of a memory of this process, and those in use; a full one forgets the oldest',
    labelNames: ['cache', 'state'] as const,
    registers: [registry],
    collect: () => {
      for (const [cache, entries] of caches) {
        const { most, inUse } = entries();
        cacheEntries.labels(cache, 'in_use').set(inUse);
        if (most !== undefined) cacheEntries.labels(cache, 'most').set(most);
      }
    },
  });
  return {
    showQueue: (queue, places) => void queues.set(queue, places),
    showCache: (cache, entries) => void caches.set(cache, entries),
  };
}
