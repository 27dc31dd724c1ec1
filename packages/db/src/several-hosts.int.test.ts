import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { createServer, type Server } from 'node:net';
import postgres from 'postgres';
import { type OwnServer, startOwnServer } from './embedded/own-server.fixture.ts';

const SLOW_MS = 60_000;
/** A statement that takes longer hangs. */
const HANGS_MS = 5_000;
/** As PostgreSQL answers a connection while it recovers. */
const STARTING_UP = serverError('57P03', 'the database system is starting up');

let server: OwnServer;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  server = await startOwnServer('several-hosts', { fsync: 'off' });
}, SLOW_MS);
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => server.close());

/** The start of an ErrorResponse message of the PostgreSQL protocol. */
function serverError(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** A port with a listener that is not a working server. @param reply null never answers. */
async function brokenServer(reply: Buffer | null): Promise<number> {
  const sockets = new Set<{ destroy(): void }>();
  const listening: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => reply !== null && socket.end(reply));
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  listening.listen(0, '127.0.0.1', resolve);
  await promise;
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    listening.close();
  });
  return (listening.address() as { port: number }).port;
}

async function closedPort(): Promise<number> {
  const port = await brokenServer(null);
  closers.pop()!();
  return port;
}

/** A client of hosts in this order, with one connection. */
function clientOf(...ports: (number | string)[]) {
  const { username, password, pathname } = new URL(server.url);
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  const url = `postgres://${username}:${password}@${hosts}${pathname}`;
  const sql = postgres(url, { max: 1, connect_timeout: 1, backoff: () => 0.01 });
  closers.push(() => sql.end({ timeout: 0 }));
  return () =>
    Promise.race([
      sql`select 1 as one`.then(
        ([row]) => row?.one as number,
        ({ code }: { code: string }) => code,
      ),
      Bun.sleep(HANGS_MS).then(() => 'hangs'),
    ]);
}

const livePort = () => new URL(server.url).port;

describe('with several hosts, a statement', () => {
  test('goes to the next host when one refuses connections', async () => {
    expect(await clientOf(await closedPort(), livePort())()).toBe(1);
  });

  test('goes to the next host when one does not answer', async () => {
    expect(await clientOf(await brokenServer(null), livePort())()).toBe(1);
  });

  test('goes to the next host when one is starting up', async () => {
    expect(await clientOf(await brokenServer(STARTING_UP), livePort())()).toBe(1);
  });

  test('fails soon when every host refuses connections', async () => {
    const ask = clientOf(await closedPort(), await closedPort());
    expect(await ask()).toBe('ECONNREFUSED');
    expect(await ask()).toBe('ECONNREFUSED');
  });

  test.each([1, 2])('tries every host again after all of them failed, %p times', async (failures) => {
    const live = await brokenServer(STARTING_UP);
    const back = closers.pop()!;
    const ask = clientOf(live, await closedPort());
    for (let round = 0; round < failures; round++) expect(await ask()).toMatch(/^(ECONNREFUSED|57P03)$/);
    back();
    const proxied = Bun.listen({
      hostname: '127.0.0.1',
      port: live,
      socket: forwardTo(Number(livePort())),
    });
    closers.push(() => proxied.stop(true));
    expect(await ask()).toBe(1);
  });
});

/** Passes what arrives to a port on, both ways. */
function forwardTo(port: number): Bun.SocketHandler<{ write(data: Buffer): void }> {
  return {
    open(socket) {
      const early: Buffer[] = [];
      socket.data = { write: (data) => void early.push(data) };
      void Bun.connect({
        hostname: '127.0.0.1',
        port,
        socket: {
          open: (server) => {
            socket.data = { write: (data) => void server.write(data) };
            for (const data of early) server.write(data);
          },
          data: (_, data) => void socket.write(data),
          close: () => void socket.end(),
        },
      });
    },
    data: (socket, data) => socket.data.write(Buffer.from(data)),
  };
}
