/** Below the ephemeral port range, where an outgoing connection could take the port of a restarting process. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;
/** If all of these fail, the machine allows no listening. */
const MAX_TRIES = 1_000;

/** Returns a free port of this machine. @throws when there is none. */
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
  throw new Error('no free port on this machine', { cause });
}

/** Returns `count` different free ports. */
export function freePorts(count: number): number[] {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(freePort());
  return [...ports];
}
