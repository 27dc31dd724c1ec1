import { type AddressInfo, createServer } from 'node:net';

/** An internal listener that no call may reach. */
export interface Canary {
  port: number;
  /** Number of connections, whatever followed. */
  touched(): number;
  close(): Promise<void>;
}

/** Listens on every address of this machine, IPv4 and (if available) IPv6, and counts connections. */
export async function startCanary(): Promise<Canary> {
  let touched = 0;
  const server = createServer((socket) => {
    touched += 1;
    socket.on('error', () => {});
    socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    touched: () => touched,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
