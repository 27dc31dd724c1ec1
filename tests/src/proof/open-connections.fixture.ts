/**
 * Test helper process: opens connections to one port and sends each the same beginning and, optionally, more every
 * second. Argument: a JSON object. Prints one JSON line when all are open, and one with their outcome when stdin
 * ends or, if requested, once the other side has closed all.
 */
import type { Socket } from 'bun';

export interface OpenConnections {
  port: number;
  connections: number;
  /** Sent at once. */
  beginning: string;
  /** Sent every second; nothing when empty. */
  more: string;
  /** True if a connection counts as open only after a response. */
  awaitsAnswer: boolean;
  /** True if it ends only once the other side has closed all connections. */
  awaitsClose: boolean;
}

export interface ConnectionsReport {
  opened: number;
  stillOpen: number;
  /** Counts by first line of the response; unanswered connections are left out. */
  answers: Record<string, number>;
}

const AT_ONCE = 200;
const POLL_MS = 50;

if (import.meta.main) {
  const given = JSON.parse(process.argv[2]!) as OpenConnections;
  const open = new Set<Socket>();
  const firstLines = new Map<Socket, string>();
  let opened = 0;
  const openOne = () =>
    new Promise<void>((resolve) => {
      void Bun.connect({
        hostname: '127.0.0.1',
        port: given.port,
        socket: {
          open: (socket) => {
            opened += 1;
            open.add(socket);
            socket.write(given.beginning);
            if (!given.awaitsAnswer) resolve();
          },
          data: (socket, bytes) => {
            if (!firstLines.has(socket)) firstLines.set(socket, bytes.toString().split('\r\n')[0] ?? '');
            resolve();
          },
          close: (socket) => {
            open.delete(socket);
            resolve();
          },
          error: () => {},
        },
      }).catch(() => resolve());
    });
  for (let at = 0; at < given.connections; at += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, given.connections - at) }, openOne));
  }
  if (given.more !== '') setInterval(() => open.forEach((socket) => void socket.write(given.more)), 1_000);
  const report = (): ConnectionsReport => {
    const answers: Record<string, number> = {};
    for (const line of firstLines.values()) answers[line] = (answers[line] ?? 0) + 1;
    return { opened, stillOpen: open.size, answers };
  };
  console.log(JSON.stringify(report()));
  for await (const _ of Bun.stdin.stream()) {
    // Sends nothing: the test ends it.
  }
  while (given.awaitsClose && open.size > 0) await Bun.sleep(POLL_MS);
  console.log(JSON.stringify(report()));
  process.exit(0);
}
