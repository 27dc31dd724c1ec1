import type { Elysia } from 'elysia';
import { configOrExit } from './config.ts';
import { markStopping, rememberClientAddress } from './http/lifecycle.ts';
import type { Logger } from './logger.ts';
import { traceAsConfigured } from './tracing.ts';

/** A start that failed for a reason the operator can act on; the message is a plain sentence. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export interface RunningServer {
  port: number;
  hostname: string;
  url: string;
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
}

const IDLE_TIMEOUT_SECONDS = 60;
const DRAIN_POLL_MS = 10;
const DEFAULT_GRACE_MS = 10_000;

/**
 * Listens; touches neither signals nor the process.
 * @throws StartError when the port is taken or not permitted.
 */
export function startServer({ app, port, hostname = '0.0.0.0' }: ServerOptions): RunningServer {
  let server: ReturnType<typeof Bun.serve>;
  try {
    server = Bun.serve({
      port,
      hostname,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      // The apps bound what they read and answer with the documented body; Bun would answer an empty 413.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch: (received, bunServer) => {
        const request = routable(received);
        rememberClientAddress(request, bunServer.requestIP(received)?.address);
        return app.fetch(request);
      },
    });
  } catch (cause) {
    throw startError(cause, port, hostname);
  }
  const boundPort = server.port ?? port;
  const shownHost = hostname === '0.0.0.0' || hostname === '::' ? 'localhost' : hostname;
  return {
    port: boundPort,
    hostname,
    url: `http://${shownHost}:${boundPort}`,
    stop: async (graceMs) => {
      markStopping(app);
      void server.stop(false);
      await drained(() => server.pendingRequests === 0, graceMs);
      const cut = server.pendingRequests;
      await server.stop(true);
      return cut;
    },
  };
}

/** Without a host that can stand in a URL (HTTP/1.0, health checks of load balancers) Bun gives the path alone. */
const routable = (request: Request): Request =>
  request.url.startsWith('/') ? new Request(`http://plat.internal${request.url}`, request) : request;

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
export function serveService(
  options: ServerOptions & { log: Logger; close(): Promise<void>; graceMs?: number },
): RunningServer {
  const { log, close, graceMs = DEFAULT_GRACE_MS } = options;
  const endTracing = configOrExit(() => traceAsConfigured(), []);
  let server: RunningServer;
  try {
    server = startServer(options);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  log.info({ url: server.url }, 'listening');
  stopOnSignals(async () => {
    const cut = await server.stop(graceMs);
    if (cut > 0) log.warn({ cut }, 'requests were cut off');
    await close();
    await endTracing();
    log.info('stopped');
  }, log);
  return server;
}
