import { showCertificateEnd } from '@plat/telemetry';
import type { Elysia } from 'elysia';
import { configOrExit } from './config.ts';
import { markStopping, rememberClientAddress, rememberTls } from './http/lifecycle.ts';
import type { Logger } from './logger.ts';
import type { TlsFiles } from './tls-files.ts';
import { readTracingSettings, traceAs } from './tracing.ts';

/** A start that failed for a reason the operator can act on; the message is a plain sentence. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export interface RunningServer {
  port: number;
  hostname: string;
  url: string;
  plainPort?: number;
  /**
   * Turns readiness to 503, goes on for `drainMs` and until what was connected has been read, stops accepting, lets
   * requests in flight finish for at most `graceMs`, then cuts the rest.
   * @returns how many requests were cut off.
   */
  stop(graceMs: number): Promise<number>;
}

export interface ServerOptions {
  app: Elysia;
  /** 0 takes any free port. */
  port: number;
  hostname?: string;
  /** With it `port` speaks HTTPS only. */
  tls?: TlsFiles | null;
  /** Beside `port` with `tls`: the same app over plain HTTP, which is the app's to refuse. */
  plainPort?: number;
  /** How long a stop goes on taking requests, for load balancers to see that it is not ready; 0 unless given. */
  drainMs?: number;
}

const IDLE_TIMEOUT_SECONDS = 60;
const DRAIN_POLL_MS = 10;
const DEFAULT_GRACE_MS = 10_000;
/** Turns of the event loop in which nothing arrives, after which nothing that was connected is left unread. */
const QUIET_TURNS = 3;
/** For a server that is never quiet. */
const QUIET_WITHIN_MS = 1_000;

/**
 * Listens; touches neither signals nor the process.
 * @throws StartError when the port is taken or not permitted.
 */
export function startServer(options: ServerOptions): RunningServer {
  const { app, hostname = '0.0.0.0', tls, plainPort, drainMs = 0 } = options;
  const arrivals = { count: 0 };
  const server = listen(app, options.port, hostname, arrivals, tls ?? undefined);
  if (tls != null) showCertificateEnd(tls.endsAt);
  const servers = [server];
  try {
    if (tls != null && plainPort !== undefined) servers.push(listen(app, plainPort, hostname, arrivals));
  } catch (error) {
    void server.stop(true);
    throw error;
  }
  const port = server.port ?? options.port;
  const shownHost = hostname === '0.0.0.0' || hostname === '::' ? 'localhost' : hostname;
  const pendingRequests = () => servers.reduce((sum, one) => sum + one.pendingRequests, 0);
  return {
    port,
    hostname,
    url: `${tls == null ? 'http' : 'https'}://${shownHost}:${port}`,
    plainPort: servers[1]?.port,
    stop: async (graceMs) => {
      markStopping(app);
      if (drainMs > 0) await Bun.sleep(drainMs);
      await quiet(arrivals);
      for (const one of servers) void one.stop(false);
      await finished(() => pendingRequests() === 0, graceMs);
      const cut = pendingRequests();
      await Promise.all(servers.map((one) => one.stop(true)));
      return cut;
    },
  };
}

function listen(
  app: Elysia,
  port: number,
  hostname: string,
  arrivals: { count: number },
  tls?: TlsFiles,
): ReturnType<typeof Bun.serve> {
  try {
    return Bun.serve({
      port,
      hostname,
      ...(tls === undefined ? {} : { tls: { cert: tls.certificate, key: tls.key } }),
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      // The apps bound what they read and answer with the documented body; Bun would answer an empty 413.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch: (received, bunServer) => {
        arrivals.count++;
        const request = routable(received);
        if (tls !== undefined) rememberTls(request);
        rememberClientAddress(request, bunServer.requestIP(received)?.address);
        return app.fetch(request);
      },
    });
  } catch (cause) {
    throw startError(cause, port, hostname);
  }
}

/**
 * The request under a URL that every route can parse and that starts with `http://`, because Elysia skips those seven
 * characters. Bun passes on a Host header that no URL may have. Without a Host header (HTTP/1.0, health checks of load
 * balancers) it gives the path alone, and for CONNECT the bare authority.
 */
function routable(request: Request): Request {
  const { url } = request;
  if (URL.canParse(url)) {
    if (url.startsWith('http:')) return request;
    if (url.startsWith('https:')) return new Request(url.replace('https:', 'http:'), request);
  }
  const path = url.replace(/^https?:\/\/[^/]*/, '');
  return new Request(`http://plat.internal${path.startsWith('/') ? '' : '/'}${path}`, request);
}

function startError(cause: unknown, port: number, hostname: string): Error {
  const code = (cause as { code?: unknown } | null)?.code;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} on ${hostname} is already in use; choose another port.`);
  if (code === 'EACCES') return new StartError(`This user may not listen on port ${port}; choose one above 1023.`);
  if (code === 'EADDRNOTAVAIL') return new StartError(`This machine has no address ${hostname} to listen on.`);
  return new StartError(`Plat could not listen on ${hostname}:${port}: ${String((cause as Error)?.message ?? cause)}`);
}

/**
 * Waits for a moment at which no connection is left whose request was not read: Bun resets those when it stops
 * listening, and a proxy may not send a POST again that it has sent.
 */
async function quiet(arrivals: Readonly<{ count: number }>): Promise<void> {
  const endMs = performance.now() + QUIET_WITHIN_MS;
  for (let turns = 0, seen = arrivals.count; turns < QUIET_TURNS && performance.now() < endMs; turns++) {
    await new Promise((resolve) => setImmediate(resolve));
    if (arrivals.count !== seen) turns = -1;
    seen = arrivals.count;
  }
}

function finished(done: () => boolean, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const endMs = performance.now() + graceMs;
    const timer = setInterval(() => {
      if (!done() && performance.now() < endMs) return;
      clearInterval(timer);
      resolve();
    }, DRAIN_POLL_MS);
  });
}

/**
 * Runs `stop` once, on the first SIGTERM or SIGINT, then exits 0 (1 when it failed). A second signal exits at once.
 */
export function stopOnSignals(stop: () => Promise<void>, log: Pick<Logger, 'info' | 'error'>): void {
  let stopping = false;
  const onSignal = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    try {
      await stop();
      process.exit(0);
    } catch (err) {
      log.error({ err }, 'the stop failed');
      process.exit(1);
    }
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** The whole life of a service process: listen, say so, stop gracefully on a signal, close what it holds, exit. */
export async function serveService(
  options: ServerOptions & { log: Logger; close(): Promise<void>; graceMs?: number },
): Promise<RunningServer> {
  const { log, close, graceMs = DEFAULT_GRACE_MS } = options;
  const endTracing = await traceAs(configOrExit(() => readTracingSettings(process.env), []));
  let server: RunningServer;
  try {
    server = startServer(options);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  log.info({ url: server.url, certificateEndsAt: options.tls?.endsAt.toISOString() }, 'listening');
  stopOnSignals(async () => {
    const cut = await server.stop(graceMs);
    if (cut > 0) log.warn({ cut }, 'requests were cut off');
    await close();
    await endTracing();
    log.info('stopped');
  }, log);
  return server;
}
