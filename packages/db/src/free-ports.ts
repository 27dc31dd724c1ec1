/** Below the ports that systems give to outgoing connections: one of those could take the port of a restarted process. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** A port of this machine that nobody listens on. */
export function freePort(): number {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    try {
      Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => {} } }).stop(true);
      return port;
    } catch {
      // Taken: another one.
    }
  }
}

/** So many of them, all different. */
export function freePorts(count: number): number[] {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(freePort());
  return [...ports];
}
