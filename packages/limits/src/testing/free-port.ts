/** Below the ephemeral port range, where an outgoing connection could take the port of a restarting server. */
const FIRST_PORT = 10_000;
const PORTS = 10_000;
/** If all of these fail, the machine allows no listening. */
const MAX_TRIES = 1_000;

/**
 * Returns a free port of this machine. For each offset in `above`, port + offset is free too. @throws when none is
 * free.
 */
export function freePort(...above: number[]): number {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if ([0, ...above].every((offset) => isFree(port + offset))) return port;
  }
  throw new Error('no free port on this machine');
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => {} } }).stop(true);
    return true;
  } catch {
    return false;
  }
}
