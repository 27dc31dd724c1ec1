/** State of a connection pool: the connections of a process to one database under one name. */
export interface PoolState {
  /** `application_name` of its sessions, as set in the code. */
  name: string;
  connections: number;
  /** Running statements and open transactions. */
  busy: number;
}

const pools = new Set<PoolState>();

/** Adds a pool to the metrics. @returns a function that removes it. */
export function showPool(pool: PoolState): () => void {
  pools.add(pool);
  return () => void pools.delete(pool);
}

export interface PoolFigures {
  connections: number;
  inUse: number;
  /** Statements that wait for a connection or share a busy one. */
  waiting: number;
}

/** Pools of this process by name. Pools with the same name are summed. */
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
