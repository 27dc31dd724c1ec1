/** Below the ports that systems give to outgoing connections: one of those could take the port of a server that restarts. */
const FIRST_PORT = 10_000;
const PORTS = 10_000;
/** More would not find one either: the machine lets nobody listen. */
const MAX_TRIES = 1_000;

/** A port of this machine on which, as on those so far above it, nobody listens. @throws when it lets nobody listen. */
export function freePort(...above: number[]): number {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if ([0, ...above].every((offset) => isFree(port + offset))) return port;
  }
  throw new Error('this machine has no free port');
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => {} } }).stop(true);
    return true;
  } catch {
    return false;
  }
}
