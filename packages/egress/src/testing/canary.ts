import { type AddressInfo, createServer } from 'node:net';

/** Something inside the network that nobody may touch. */
export interface Canary {
  port: number;
  /** How often anybody connected, whatever came of it. */
  touched(): number;
  close(): Promise<void>;
}

/** Listens on every address of this machine, IPv4 and IPv6 where there is one, and counts connections. */
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
