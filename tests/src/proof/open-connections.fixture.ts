/**
 * Child of the tests: opens connections to one port, sends each the same beginning and, when asked, a byte or a line more
 * from time to time. Arguments: a JSON object. Prints one JSON line when all are open, and one more with what became of
 * them when stdin ends or, when asked, once the other side has closed all.
 */
import type { Socket } from 'bun';

export interface OpenConnections {
  port: number;
  connections: number;
  /** Sent at once. */
  beginning: string;
  /** Sent every second; nothing when empty. */
  more: string;
  /** Whether a connection counts as open only once it was answered. */
  awaitsAnswer: boolean;
  /** Whether it ends only once the other side has closed all of them. */
  awaitsClose: boolean;
}

export interface ConnectionsReport {
  opened: number;
  stillOpen: number;
  /** First lines of what was answered, with how often; those that were not answered are left out. */
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
    // Nothing is sent: it ends when the test has seen enough.
  }
  while (given.awaitsClose && open.size > 0) await Bun.sleep(POLL_MS);
  console.log(JSON.stringify(report()));
  process.exit(0);
}
