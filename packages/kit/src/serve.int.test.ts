import { describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { startStopwatch } from '@plat/telemetry/testing';
import { createHttpApp, createLogger, jsonResponse, StartError, startServer } from './index.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const slowApp = (waitMs: number, onArrival = () => {}) =>
  createHttpApp({
    name: 'geo',
    log,
    routes: [
      {
        method: 'GET',
        path: '/slow',
        handle: async () => {
          onArrival();
          await Bun.sleep(waitMs);
          return jsonResponse({ done: true });
        },
      },
    ],
  });

const HEAD = 'HTTP/1.1\r\nHost: geo\r\nConnection: close\r\n\r\n';

describe('a graceful stop', () => {
  test('finishes requests in flight and refuses later ones', async () => {
    const arrived = Promise.withResolvers<void>();
    const server = startServer({ app: slowApp(150, arrived.resolve), port: 0, hostname: '127.0.0.1' });
    const inFlight = fetch(`${server.url}/slow`);
    await arrived.promise;
    const stopped = server.stop(60_000);
    expect(await (await inFlight).json()).toEqual({ done: true });
    expect(await stopped).toBe(0);
    expect(fetch(`${server.url}/slow`)).rejects.toThrow();
  });
  test('answers connections that were opened but not yet read', async () => {
    const server = startServer({ app: slowApp(0), port: 0, hostname: '127.0.0.1' });
    // All within one loop iteration: no connection is accepted before the stop begins.
    const answers = Array.from({ length: 20 }, () => answerTo(server.port, `GET /slow ${HEAD}`));
    expect(await server.stop(60_000)).toBe(0);
    for (const answer of await Promise.all(answers)) expect(answer).toStartWith('HTTP/1.1 200 OK');
  });
  test('keeps serving for a while with readiness 503 and closes keep-alive connections', async () => {
    const server = startServer({ app: slowApp(0), port: 0, hostname: '127.0.0.1', drainMs: 2_000 });
    const ask = (path: string) => fetch(`${server.url}${path}`);
    expect((await ask('/slow')).headers.get('connection')).not.toBe('close');
    const stopped = server.stop(60_000);
    const [ready, late] = await Promise.all([ask('/ready'), ask('/slow')]);
    expect([ready.status, late.status, late.headers.get('connection')]).toEqual([503, 200, 'close']);
    expect(await stopped).toBe(0);
    expect(ask('/slow')).rejects.toThrow();
  });
  test('turns readiness to 503', async () => {
    const app = slowApp(0);
    const server = startServer({ app, port: 0, hostname: '127.0.0.1' });
    expect((await fetch(`${server.url}/ready`)).status).toBe(200);
    await server.stop(0);
    expect((await app.handle(new Request('http://geo.internal/ready'))).status).toBe(503);
  });
  test('waits no longer than the grace period', async () => {
    const arrived = Promise.withResolvers<void>();
    const server = startServer({ app: slowApp(60_000, arrived.resolve), port: 0, hostname: '127.0.0.1' });
    const cut = fetch(`${server.url}/slow`).catch(() => 'cut');
    await arrived.promise;
    using stopping = startStopwatch();
    expect(await server.stop(100)).toBe(1);
    expect(stopping.elapsedMs()).toBeLessThan(3_000);
    expect(await cut).toBe('cut');
  });
});

describe('a refusal before the body was read', () => {
  const BODY = 'y'.repeat(300_000);
  const TIME_TO_CLOSE_MS = 50;

  /** Sends half of a body, gives the server time to respond, then sends the rest. */
  async function sendInHalves(declared: number) {
    const handled = Promise.withResolvers<void>();
    const refusing = createHttpApp({
      name: 'geo',
      log,
      routes: [
        {
          method: 'POST',
          path: '/refused',
          handle: async () => {
            handled.resolve();
            return jsonResponse({ error: 'no' }, 401);
          },
        },
      ],
    });
    const server = startServer({ app: refusing, port: 0, hostname: '127.0.0.1' });
    const socket = connect(server.port, '127.0.0.1');
    const closed = Promise.withResolvers<void>();
    let received = '';
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('close', () => closed.resolve());
    socket.write(
      `POST /refused HTTP/1.1\r\nHost: geo\r\nConnection: close\r\nContent-Length: ${declared}\r\n\r\n${BODY.slice(0, BODY.length / 2)}`,
    );
    await handled.promise;
    await Bun.sleep(TIME_TO_CLOSE_MS);
    const early = received;
    if (early === '') socket.write(BODY.slice(BODY.length / 2));
    await closed.promise;
    await server.stop(0);
    return { early, received };
  }

  test('waits for the rest, so that a proxy that is still sending does not lose the response', async () => {
    const { early, received } = await sendInHalves(BODY.length);
    expect(early).toBe('');
    expect(received).toStartWith('HTTP/1.1 401');
  });

  test('does not wait for a body larger than a proxy passes on', async () => {
    const { early } = await sendInHalves(3 * 1024 * 1024);
    expect(early).toStartWith('HTTP/1.1 401');
  });
});

test.each(['a', 'ab', 'abc', 'abcd', 'api.example.com'])('routes a request to host %s', async (host) => {
  const app = createHttpApp({
    name: 'geo',
    log,
    routes: [{ method: 'POST', path: '/echo', handle: async ({ request }) => jsonResponse(await request.json()) }],
  });
  const server = startServer({ app, port: 0, hostname: '127.0.0.1' });
  const response = await fetch(`${server.url}/echo?x=/y`, { method: 'POST', body: '{"sent":true}', headers: { host } });
  expect([response.status, await response.json()]).toEqual([200, { sent: true }]);
  expect((await fetch(`${server.url}/nothing`, { headers: { host } })).status).toBe(404);
  await server.stop(0);
});

/** Sends raw bytes that `fetch` could not send and returns the response. */
function answerTo(port: number, bytes: string): Promise<string> {
  const ended = Promise.withResolvers<string>();
  let received = '';
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.on('error', () => {});
  socket.on('close', () => ended.resolve(received));
  socket.write(bytes);
  return ended.promise;
}

test.each([
  ['no host, as in health checks of old load balancers', 'HTTP/1.0\r\n'],
  ['an empty host', 'HTTP/1.1\r\nHost:\r\n'],
  ['an invalid host', 'HTTP/1.1\r\nHost: a b\r\n'],
])('routes a request with %s', async (_what, head) => {
  const server = startServer({ app: slowApp(0), port: 0, hostname: '127.0.0.1' });
  expect(await answerTo(server.port, `GET /health ${head}Connection: close\r\n\r\n`)).toStartWith('HTTP/1.1 200 OK');
  await server.stop(0);
});

test('a port in use gives a plain sentence', async () => {
  const server = startServer({ app: slowApp(0), port: 0, hostname: '127.0.0.1' });
  const second = () => startServer({ app: slowApp(0), port: server.port, hostname: '127.0.0.1' });
  expect(second).toThrow(StartError);
  expect(second).toThrow(`Port ${server.port} on 127.0.0.1 is already in use; choose another port.`);
  await server.stop(0);
});

describe('a service process', () => {
  const entry = `
    import { createHttpApp, createLogger, jsonResponse, serveService } from './src/index.ts';
    const log = createLogger({ name: 'geo' });
    const app = createHttpApp({ name: 'geo', log, routes: [
      { method: 'GET', path: '/slow', handle: async () => { console.log('arrived'); await Bun.sleep(300); return jsonResponse({ done: true }); } },
    ] });
    const port = Number(process.env.PORT);
    const server = await serveService({ app, log, port, hostname: '127.0.0.1', close: async () => console.log('closed') });
    console.log(server.port);
  `;
  const start = (port: number) =>
    Bun.spawn([process.execPath, '-e', entry], {
      cwd: `${import.meta.dir}/..`,
      env: { PATH: process.env.PATH ?? '', PORT: String(port) },
      stdout: 'pipe',
      stderr: 'pipe',
    });
  test('finishes requests in flight on SIGTERM, closes its resources and exits 0', async () => {
    const child = start(0);
    const out = child.stdout.getReader();
    const printed = async () => new TextDecoder().decode((await out.read()).value).trim();
    const inFlight = fetch(`http://127.0.0.1:${Number(await printed())}/slow`);
    expect(await printed()).toBe('arrived');
    child.kill('SIGTERM');
    expect(await (await inFlight).json()).toEqual({ done: true });
    expect(await printed()).toBe('closed');
    expect(await child.exited).toBe(0);
  });
  test('prints one sentence and exits 1 on a port in use', async () => {
    const server = startServer({ app: slowApp(0), port: 0, hostname: '127.0.0.1' });
    const child = start(server.port);
    expect(await child.exited).toBe(1);
    expect(await new Response(child.stderr).text()).toBe(
      `Port ${server.port} on 127.0.0.1 is already in use; choose another port.\n`,
    );
    await server.stop(0);
  });
});
