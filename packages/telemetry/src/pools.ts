/** The connections of a process to one database under one name. */
export interface PoolState {
  /** `application_name` of its sessions, from the code. */
  name: string;
  connections: number;
  /** Statements that run, and transactions that are open. */
  busy: number;
}

const pools = new Set<PoolState>();

/** Shows a pool in the metrics from now on. @returns what takes it away again. */
export function showPool(pool: PoolState): () => void {
  pools.add(pool);
  return () => void pools.delete(pool);
}

export interface PoolFigures {
  connections: number;
  inUse: number;
  /** What waits for a connection, or shares one with what runs on it. */
  waiting: number;
}

/** Pools of this process by name; those of the same name are added up. */
export function poolFigures(): ReadonlyMap<string, PoolFigures> {
  const figures = new Map<string, PoolFigures>();
  for (const { name, connections, busy } of pools) {
    const sum = figures.get(name) ?? { connections: 0, inUse: 0, waiting: 0 };
    sum.connections += connections;
    sum.inUse += Math.min(busy, connections);
    sum.waiting += Math.max(0, busy - connections);
    figures.set(name, sum);
  }
  return figures;
}
