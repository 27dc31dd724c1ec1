import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { send } from './burst.fixture.ts';
import { searchCall } from './calls.fixture.ts';
import type { ConnectionsReport, OpenConnections } from './open-connections.fixture.ts';
import { type Caller, ledgerOf, type Platform, SLOW_MS, startStandalone } from './platform.fixture.ts';

const MANY = 5_000;
/** Files that a process has open besides its connections. */
const SPARE_FILES = 200;
const SLOW_EACH = 300;
const CALLS = 200;
const MB = 1024 * 1024;
/** Bun allows 12 seconds for a request's head, Plat 8 for its body; the rest is for a busy machine. */
const CLOSED_WITHIN_MS = 60_000;

const maxOpenFiles = Number(/Max open files\s+\d+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 0);
const hasRoom = maxOpenFiles >= MANY + SPARE_FILES;
if (!hasRoom) {
  console.log(`skipped: ${MANY} open connections (this machine allows a process ${maxOpenFiles} files)`);
}

let platform: Platform;
let caller: Caller;
let port: number;
beforeAll(async () => {
  platform = await startStandalone();
  caller = await platform.subscriber({ monthly: 1_000_000 });
  port = Number(new URL(platform.doors[0]!.url).port);
}, SLOW_MS);
afterAll(() => platform?.close(), SLOW_MS);

/** Opens connections from a separate process with the machine's file limit. */
async function hold(options: Omit<OpenConnections, 'port'>) {
  const child = Bun.spawn(
    [
      ...['sh', '-c', 'ulimit -n "$(ulimit -H -n)"; exec "$0" "$@"'],
      ...[process.execPath, join(import.meta.dir, 'open-connections.fixture.ts'), JSON.stringify({ port, ...options })],
    ],
    { env: { PATH: process.env.PATH }, stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' },
  );
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const readLine = async () => JSON.parse((await reader.read()).value ?? 'null') as ConnectionsReport;
  const opened = await readLine();
  return {
    opened,
    end: async () => {
      child.stdin.end();
      const report = await readLine();
      await child.exited;
      return report;
    },
  };
}

let calls = 0;
/** Sends ordinary calls in a few lanes. @returns their statuses. */
async function statusesOfCalls(count = CALLS): Promise<number[]> {
  const statuses = new Set<number>();
  const until = calls + count;
  const lane = async () => {
    while (calls < until) statuses.add((await send(searchCall(platform.doors[0]!, caller, calls++))).status);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return [...statuses];
}

const head = (path: string, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, 'host: plat', 'content-type: application/json', ...lines, ''].join('\r\n');
const withKey = () => `x-api-key: ${caller.headers['x-api-key']}`;

test(
  'slow heads and bodies delay nobody, and get a timeout response',
  async () => {
    const heads = await hold({
      connections: SLOW_EACH,
      beginning: head('/v1/autocomplete'),
      more: 'x-more: 1\r\n',
      awaitsAnswer: false,
      awaitsClose: true,
    });
    const bodies = await hold({
      connections: SLOW_EACH,
      more: ' ',
      awaitsAnswer: false,
      awaitsClose: true,
      beginning: `${head('/v1/autocomplete', withKey(), 'content-length: 1000')}\r\n{`,
    });
    const startedMs = performance.now();
    expect([heads.opened.opened, bodies.opened.opened]).toEqual([SLOW_EACH, SLOW_EACH]);
    expect(await statusesOfCalls()).toEqual([200]);

    const [ofHeads, ofBodies] = await Promise.all([heads.end(), bodies.end()]);
    expect([ofHeads.stillOpen, ofBodies.stillOpen]).toEqual([0, 0]);
    expect(performance.now() - startedMs).toBeLessThan(CLOSED_WITHIN_MS);
    expect(Object.keys(ofHeads.answers).filter((line) => !/ 4\d\d /.test(line))).toEqual([]);
    expect(ofBodies.answers).toEqual({ 'HTTP/1.1 400 Bad Request': SLOW_EACH });
    expect(await statusesOfCalls()).toEqual([200]);
    expect(await ledgerOf(platform, caller)).toBe(calls);
  },
  SLOW_MS,
);

test.skipIf(!hasRoom)(
  `${MANY} open connections leave capacity for others`,
  async () => {
    const idle = await hold({
      connections: MANY,
      more: '',
      awaitsAnswer: true,
      awaitsClose: false,
      beginning: 'GET /health HTTP/1.1\r\nhost: plat\r\n\r\n',
    });
    expect(idle.opened).toMatchObject({ opened: MANY, stillOpen: MANY, answers: { 'HTTP/1.1 200 OK': MANY } });
    expect(await statusesOfCalls()).toEqual([200]);
    expect(await idle.end()).toMatchObject({ stillOpen: MANY });
    expect(await statusesOfCalls()).toEqual([200]);
    expect(await ledgerOf(platform, caller)).toBe(calls);
  },
  SLOW_MS,
);

/** Sends a head and part of a body. @returns the response. */
function answerTo(text: string, piece: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text);
      socket.write(piece);
    });
    socket.once('data', (bytes) => {
      resolve(bytes.toString());
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(''));
  });
}

test('rejects a body of 10 MB with 400 before reading it', async () => {
  const piece = Buffer.alloc(300 * 1024, ' ');
  const declared = await answerTo(
    `${head('/v1/autocomplete', withKey(), `content-length: ${10 * MB}`)}\r\n`,
    Buffer.alloc(1024, ' '),
  );
  const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
  const chunked = await answerTo(`${head('/v1/autocomplete', withKey(), 'transfer-encoding: chunked')}\r\n`, chunk);
  for (const answer of [declared, chunked]) {
    expect(answer).toStartWith('HTTP/1.1 400 ');
    expect(answer).toContain('"problem":"must be at most 256 KB"');
  }
});

test(
  'forty parallel bodies of 10 MB use no memory and delay nobody',
  async () => {
    const residentBytes = () => {
      const status = readFileSync(`/proc/${platform.processes[0]!.pid()}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024;
    };
    const before = residentBytes();
    const body = ' '.repeat(10 * MB);
    const large = Promise.all(
      Array.from({ length: 40 }, () =>
        fetch(`${platform.doors[0]!.url}/v1/autocomplete`, {
          method: 'POST',
          headers: { ...caller.headers, 'content-type': 'application/json' },
          body,
          keepalive: false,
        }).then(({ status }) => status),
      ),
    );
    expect(await statusesOfCalls(50)).toEqual([200]);
    expect([...new Set(await large)]).toEqual([400]);
    // Half of the sent bytes would be 200 MB.
    expect(residentBytes() - before).toBeLessThan(150 * MB);
  },
  SLOW_MS,
);
