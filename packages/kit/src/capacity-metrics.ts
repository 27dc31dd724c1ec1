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
  const gauge = (name: string, help: string, label: string) => {
    const shown = new Map<string, () => Places>();
    const shows = new Gauge({
      ...{ name, help, labelNames: [label, 'state'], registers: [registry] },
      collect: () => {
        for (const [one, places] of shown) {
          const { most, inUse, waiting } = places();
          shows.labels(one, 'in_use').set(inUse);
          if (most !== undefined) shows.labels(one, 'most').set(most);
          if (waiting !== undefined) shows.labels(one, 'waiting').set(waiting);
        }
      },
    });
    return (one: string, places: () => Places) => void shown.set(one, places);
  };
  return {
    showQueue: gauge(
      'plat_queue_places',
      'Most places of a queue, those in use, and what waits for one, in this process',
      'queue',
    ),
    showCache: gauge(
      'plat_cache_entries',
      'Most entries of a memory of this process, and those in use; a full one forgets the oldest',
      'cache',
    ),
  };
}
