/** Below the ports that systems give to outgoing connections: one of those could take the port of a restarted process. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;
/** More would not find one either: the machine lets nobody listen. */
const MAX_TRIES = 1_000;

/** A port of this machine that nobody listens on. @throws when it lets nobody listen on any. */
export function freePort(): number {
  let cause: unknown;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    try {
      Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => {} } }).stop(true);
      return port;
    } catch (taken) {
      cause = taken;
    }
  }
  throw new Error('this machine has no free port', { cause });
}

/** So many of them, all different. */
export function freePorts(count: number): number[] {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(freePort());
  return [...ports];
}
