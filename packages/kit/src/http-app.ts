import type { HttpMethod } from '@plat/contracts';
import { Elysia } from 'elysia';
import type { Logger } from 'pino';
import { AppError } from './errors.ts';
import { isStopping } from './http/lifecycle.ts';
import { checkReadiness, type ReadinessChecks } from './http/readiness.ts';
import { requestIdFrom } from './http/request-id.ts';
import { errorResponse, jsonResponse } from './http/responses.ts';
import { createServiceMetrics, type ServiceMetrics } from './metrics.ts';
import { REQUEST_ID_HEADER } from './service-client.ts';

/** One request on its way through an app. */
export interface Exchange {
  request: Request;
  requestId: string;
  log: Logger;
  /** Adds fields to the one log line of this request, such as `keyId`. Never bodies, secrets or contact data. */
  note(fields: Readonly<Record<string, unknown>>): void;
  /** Sets a header on whatever answer this request gets, also on an error. */
  setHeader(name: string, value: string): void;
}

export interface HttpRoute {
  method: HttpMethod;
  path: string;
  aliases?: readonly string[];
  /** What it throws becomes the documented error body. */
  handle(exchange: Exchange): Promise<Response>;
}

export interface HttpAppOptions {
  /** Unique among the apps of a process. */
  name: string;
  log: Logger;
  routes: readonly HttpRoute[];
  readiness?: ReadinessChecks;
  metrics?: ServiceMetrics;
  /** Sees every request except health, readiness and metrics, also those without a route; an answer ends it there. */
  intercept?(exchange: Exchange): Promise<Response | undefined>;
  /** Headers of every answer. */
  headers?: Readonly<Record<string, string>>;
}

const UNKNOWN_ROUTE = 'unknown';

/**
 * An Elysia app with what every HTTP server of the platform has: request ids, one log line and one metric per request,
 * the documented error body, 404 and 405 as JSON, and `/health`, `/ready`, `/metrics`.
 */
export function createHttpApp(options: HttpAppOptions): Elysia {
  const { name, log, routes, readiness = {} } = options;
  const metrics = options.metrics ?? createServiceMetrics(name);
  // Host names may be as short as they like: Elysia would else look for the path behind eleven characters.
  const app = new Elysia({ name: `@plat/${name}`, handler: { standardHostname: false } });
  const methodsOf = new Map<string, Set<string>>();

  async function answer(request: Request, route: string, handle: HttpRoute['handle']): Promise<Response> {
    const startedMs = performance.now();
    const requestId = requestIdFrom(request.headers.get(REQUEST_ID_HEADER));
    const notes: Record<string, unknown> = {};
    const headers: Record<string, string> = { ...options.headers, [REQUEST_ID_HEADER]: requestId };
    let ownLog: Logger | undefined;
    const exchange: Exchange = {
      request,
      requestId,
      get log() {
        ownLog ??= log.child({ requestId });
        return ownLog;
      },
      note: (fields) => void Object.assign(notes, fields),
      setHeader: (header, value) => {
        headers[header] = value;
      },
    };
    let response: Response;
    try {
      response = (await options.intercept?.(exchange)) ?? (await handle(exchange));
    } catch (error) {
      const callerGone = request.signal.aborted;
      if (callerGone) exchange.note({ callerGone });
      response = errorResponse(error, callerGone ? undefined : exchange.log);
    }
    for (const header in headers) response.headers.set(header, headers[header] ?? '');
    const durationMs = Math.round((performance.now() - startedMs) * 100) / 100;
    metrics.observeRequest(request.method, route, response.status, durationMs);
    const { status } = response;
    log.info({ requestId, method: request.method, route, status, durationMs, ...notes }, 'request');
    return response;
  }

  for (const route of routes) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(route.method));
      app.route(route.method, path, ({ request }) => answer(request, route.path, route.handle), { parse: 'none' });
    }
  }

  app.get('/health', () => jsonResponse({ status: 'ok', service: name }));
  app.get('/ready', async () => {
    const report = await checkReadiness({
      ...readiness,
      ...(isStopping(app) ? { accepting: () => Promise.reject(new Error('the service is stopping')) } : {}),
    });
    if (!report.ready) log.warn({ failures: report.failures }, 'not ready');
    const status = report.ready ? 'ready' : 'not_ready';
    return jsonResponse({ status, service: name, checks: report.checks }, report.ready ? 200 : 503);
  });
  app.get(
    '/metrics',
    async () =>
      new Response(await metrics.registry.metrics(), { headers: { 'content-type': metrics.registry.contentType } }),
  );
  for (const path of ['/health', '/ready', '/metrics']) methodsOf.set(path, new Set(['GET']));

  const noRoute: HttpRoute['handle'] = async ({ request }) => {
    const path = new URL(request.url).pathname;
    const allowed = methodsOf.get(path) ?? methodsOf.get(path.replace(/\/$/, ''));
    if (allowed === undefined) throw new AppError('NOT_FOUND', 'There is no such endpoint');
    const allow = [...allowed].join(', ');
    throw new AppError('METHOD_NOT_ALLOWED', `This endpoint answers ${allow} only`, { headers: { allow } });
  };
  app.all('/*', ({ request }) => answer(request, UNKNOWN_ROUTE, noRoute), { parse: 'none' });
  app.onError(({ error, request }) =>
    answer(request, UNKNOWN_ROUTE, async () => {
      throw error;
    }),
  );
  return app as unknown as Elysia;
}
