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
   * Turns readiness to 503, stops accepting, lets requests in flight finish for at most `graceMs`, then cuts the rest.
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
}

const IDLE_TIMEOUT_SECONDS = 60;
const DRAIN_POLL_MS = 10;
const DEFAULT_GRACE_MS = 10_000;

/**
 * Listens; touches neither signals nor the process.
 * @throws StartError when the port is taken or not permitted.
 */
export function startServer(options: ServerOptions): RunningServer {
  const { app, hostname = '0.0.0.0', tls, plainPort } = options;
  const server = listen(app, options.port, hostname, tls ?? undefined);
  if (tls != null) showCertificateEnd(tls.endsAt);
  const servers = [server];
  try {
    if (tls != null && plainPort !== undefined) servers.push(listen(app, plainPort, hostname));
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
      for (const one of servers) void one.stop(false);
      await drained(() => pendingRequests() === 0, graceMs);
      const cut = pendingRequests();
      await Promise.all(servers.map((one) => one.stop(true)));
      return cut;
    },
  };
}

function listen(app: Elysia, port: number, hostname: string, tls?: TlsFiles): ReturnType<typeof Bun.serve> {
  try {
    return Bun.serve({
      port,
      hostname,
      ...(tls === undefined ? {} : { tls: { cert: tls.certificate, key: tls.key } }),
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      // The apps bound what they read and answer with the documented body; Bun would answer an empty 413.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch: (received, bunServer) => {
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
 * Elysia looks for the path behind the seven characters of `http://`. Without a host that can stand in a URL (HTTP/1.0,
 * health checks of load balancers) Bun gives the path alone.
 */
function routable(request: Request): Request {
  if (request.url.startsWith('/')) return new Request(`http://plat.internal${request.url}`, request);
  return request.url.startsWith('https:') ? new Request(request.url.replace('https:', 'http:'), request) : request;
}

function startError(cause: unknown, port: number, hostname: string): Error {
  const code = (cause as { code?: unknown } | null)?.code;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} on ${hostname} is already in use; choose another port.`);
  if (code === 'EACCES') return new StartError(`This user may not listen on port ${port}; choose one above 1023.`);
  if (code === 'EADDRNOTAVAIL') return new StartError(`This machine has no address ${hostname} to listen on.`);
  return new StartError(`Plat could not listen on ${hostname}:${port}: ${String((cause as Error)?.message ?? cause)}`);
}

function drained(done: () => boolean, graceMs: number): Promise<void> {
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
