import { showCertificateEnd } from '@plat/telemetry';
import type { Elysia } from 'elysia';
import { configOrExit } from './config.ts';
import { discardUnreadBody } from './http/discard-unread-body.ts';
import { markStopping, rememberClientAddress, rememberTls } from './http/lifecycle.ts';
import type { Logger } from './logger.ts';
import type { TlsFiles } from './tls-files.ts';
import { readTracingSettings, traceAs } from './tracing.ts';

/** A failed start that the operator can fix; the message is a plain sentence. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export interface RunningServer {
  port: number;
  hostname: string;
  url: string;
  plainPort?: number;
  /**
   * Turns readiness to 503, keeps serving for `drainMs` and until every open connection was read, stops accepting,
   * lets requests in flight finish for at most `graceMs`, then closes the rest.
   * @returns number of requests cut off.
   */
  stop(graceMs: number): Promise<number>;
}

export interface ServerOptions {
  app: Elysia;
  /** 0 takes any free port. */
  port: number;
  hostname?: string;
  /** With this, `port` accepts HTTPS only. */
  tls?: TlsFiles | null;
  /** Plain HTTP port in addition to a TLS `port`. The app decides which requests to refuse there. */
  plainPort?: number;
  /** Time to keep serving during a stop while load balancers notice the readiness; 0 by default. */
  drainMs?: number;
}

const IDLE_TIMEOUT_SECONDS = 60;
const DRAIN_POLL_MS = 10;
const DEFAULT_GRACE_MS = 10_000;
/** Loop iterations without arrivals after which every open connection was read. */
const QUIET_TURNS = 3;
/** Upper bound for a server that is never idle. */
const QUIET_WITHIN_MS = 1_000;

/**
 * Starts to listen. Does not handle signals or end the process.
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
      // The apps limit body sizes themselves and return the documented error body. Bun would send an empty 413.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch: async (received, bunServer) => {
        arrivals.count++;
        const request = routable(received);
        if (tls !== undefined) rememberTls(request);
        rememberClientAddress(request, bunServer.requestIP(received)?.address);
        const response = await app.fetch(request);
        await discardUnreadBody(request, response);
        return response;
      },
    });
  } catch (cause) {
    throw startError(cause, port, hostname);
  }
}

/**
 * Rewrites the URL so that every route can parse it. It must start with `http://`, because Elysia skips seven
 * characters. Bun forwards Host headers that are invalid in a URL. Without a Host header (HTTP/1.0, health checks)
 * it passes only the path, and for CONNECT only the authority.
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
 * Waits until no accepted connection has an unread request. Bun resets those when it stops listening, and a proxy
 * must not repeat a POST that it has sent.
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

/** Runs `stop` on the first SIGTERM or SIGINT, then exits 0 (1 when it failed). A second signal exits at once. */
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
      log.error({ err }, 'stop failed');
      process.exit(1);
    }
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** The whole life of a service process: listen, log it, stop gracefully on a signal, close resources, exit. */
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
