import type { HttpMethod } from '@plat/contracts';
import {
  beginScope,
  costFields,
  markErrorStatus,
  newWork,
  runInScope,
  runInTrace,
  type Scope,
  SpanKind,
  TRACE_PARENT_HEADER,
  type Work,
} from '@plat/telemetry';
import { Elysia } from 'elysia';
import type { Logger } from 'pino';
import { AppError } from './errors.ts';
import { CALLER_GONE_STATUS } from './http/caller-gone.ts';
import { isStopping } from './http/lifecycle.ts';
import { pathOf } from './http/query.ts';
import { checkReadiness, type ReadinessChecks } from './http/readiness.ts';
import { requestIdFrom } from './http/request-id.ts';
import { errorResponse, jsonResponse, toAppError } from './http/responses.ts';
import { infoLater } from './logger.ts';
import { createServiceMetrics, metricsText, type ServiceMetrics } from './metrics.ts';
import { REQUEST_ID_HEADER } from './service-client.ts';

/** One request on its way through an app. */
export interface Exchange {
  request: Request;
  requestId: string;
  /** Cost so far, for code that runs outside the request's scope (`handsWorkOn`). */
  work: Work;
  log: Logger;
  /** Adds fields to this request's log line, such as `keyId`. Never pass bodies, secrets or contact data. */
  note(fields: Readonly<Record<string, unknown>>): void;
  /** Sets a header on the response, including an error response. */
  setHeader(name: string, value: string): void;
}

export interface HttpRoute {
  method: HttpMethod;
  path: string;
  aliases?: readonly string[];
  /** Name of the operation in log lines and traces. */
  operation?: string;
  /** An exception becomes the documented error body. */
  handle(exchange: Exchange): Promise<Response>;
}

export interface HttpAppOptions {
  /** Unique among the apps of a process. */
  name: string;
  log: Logger;
  routes: readonly HttpRoute[];
  readiness?: ReadinessChecks;
  metrics?: ServiceMetrics;
  /** Metrics of apps in this process that have no server of their own; `/metrics` includes them. */
  metricsBeside?: readonly ServiceMetrics[];
  /** Other callers get 404 for `/metrics`. By default everybody may read them. */
  mayReadMetrics?(request: Request): boolean;
  /**
   * Sees every request except health, readiness and metrics, including those without a route. A returned response
   * ends the request.
   */
  intercept?(exchange: Exchange): Promise<Response | undefined>;
  /**
   * Whether a caller's `traceparent` continues here or is only linked. Default: link, because outsiders must not
   * decide what is traced or which trace a request joins.
   */
  callersTrace?: 'parent' | 'link';
  /**
   * True when the app passes `exchange.work` to everything it calls. Otherwise the scope of the request surrounds
   * all its work.
   */
  handsWorkOn?: boolean;
  /** True when the request's deadline has passed, which means that the caller left because this app was late. */
  isOverdue?(request: Request): boolean;
  /** Headers of every response. */
  headers?: Readonly<Record<string, string>>;
}

type AnsweredRoute = Pick<HttpRoute, 'path' | 'operation'>;

const UNKNOWN_ROUTE = 'unknown';
const noEndpoint = () => new AppError('NOT_FOUND', 'There is no such endpoint');
/** Log fields that also become span attributes, and their names there. */
const SPAN_NOTES: Readonly<Record<string, string>> = {
  code: 'error.type',
  keyId: 'plat.key_id',
  companyId: 'plat.company_id',
  userHash: 'plat.user_hash',
  usage: 'plat.usage',
};

/** Handles requests of one app: each in its scope, with its log line, metric and span. */
function createAnswerer(options: HttpAppOptions, metrics: ServiceMetrics, stops: () => boolean) {
  const { name, log } = options;
  const within = options.handsWorkOn === true ? runInTrace : runInScope;

  const scopeOf = (requestId: string, { headers, method }: Request, { path, operation }: AnsweredRoute): Scope =>
    beginScope(newWork(requestId), name, () => ({
      name: path === UNKNOWN_ROUTE ? UNKNOWN_ROUTE : `${method} ${path}`,
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': method,
        'http.route': path,
        'plat.request_id': requestId,
        ...(operation === undefined ? {} : { 'plat.operation': operation }),
      },
      origin: { traceparent: headers.get(TRACE_PARENT_HEADER), as: options.callersTrace ?? 'link' },
    }));

  function answer(request: Request, route: AnsweredRoute, handle: HttpRoute['handle']): Promise<Response> {
    const requestId = requestIdFrom(request.headers.get(REQUEST_ID_HEADER));
    const scope = scopeOf(requestId, request, route);
    return within(scope, () => answerInScope(scope, request, route, handle));
  }

  async function answerInScope(
    { work, span }: Scope,
    request: Request,
    route: AnsweredRoute,
    handle: HttpRoute['handle'],
  ): Promise<Response> {
    const startedMs = performance.now();
    metrics.beginRequest();
    const { requestId } = work;
    const notes: Record<string, unknown> = {};
    const headers: Record<string, string> = { ...options.headers, [REQUEST_ID_HEADER]: requestId };
    let ownLog: Logger | undefined;
    const exchange: Exchange = {
      request,
      requestId,
      work,
      get log() {
        ownLog ??= log.child({ requestId });
        return ownLog;
      },
      note: (fields) => void Object.assign(notes, fields),
      setHeader: (header, value) => {
        headers[header] = value;
      },
    };
    const isCallerGone = () => request.signal.aborted && options.isOverdue?.(request) !== true;
    let response: Response;
    try {
      response = (await options.intercept?.(exchange)) ?? (await handle(exchange));
    } catch (error) {
      const callerGone = isCallerGone();
      const { code, limit } = toAppError(error);
      exchange.note({ code });
      metrics.observeError(callerGone ? 'CALLER_GONE' : code, limit);
      response = errorResponse(error, callerGone ? undefined : exchange.log);
    }
    for (const header in headers) response.headers.set(header, headers[header] ?? '');
    // Tells keep-alive clients to reconnect elsewhere.
    if (stops()) response.headers.set('connection', 'close');
    const durationMs = Math.round((performance.now() - startedMs) * 100) / 100;
    const callerGone = isCallerGone();
    if (callerGone) exchange.note({ callerGone });
    const status = callerGone ? CALLER_GONE_STATUS : response.status;
    metrics.observeRequest(request.method, route.path, status, durationMs, work);
    const { path, operation } = route;
    if (span !== undefined) {
      span.setAttribute('http.response.status_code', status);
      for (const name in SPAN_NOTES)
        if (notes[name] !== undefined) span.setAttribute(SPAN_NOTES[name] ?? '', String(notes[name]));
      if (status >= 500) markErrorStatus(span);
      if (span.isRecording()) notes.traceId = span.spanContext().traceId;
      span.end();
    }
    const { method } = request;
    infoLater(
      log,
      () => ({ requestId, method, route: path, operation, status, durationMs, ...notes, ...costFields(work) }),
      'request',
    );
    return response;
  }

  return answer;
}

/**
 * Creates an Elysia app with everything that each HTTP server of the platform needs: request ids, one log line, one
 * metric and (while tracing) one span per request, the documented error body, 404 and 405 as JSON, and `/health`,
 * `/ready`, `/metrics`.
 */
export function createHttpApp(options: HttpAppOptions): Elysia {
  const { name, log, routes, readiness = {} } = options;
  const metrics = options.metrics ?? createServiceMetrics(name);
  // Accepts host names of any length. By default Elysia starts searching for the path after eleven characters.
  const app = new Elysia({ name: `@plat/${name}`, handler: { standardHostname: false } });
  const methodsOf = new Map<string, Set<string>>();
  const answer = createAnswerer(options, metrics, () => isStopping(app));

  for (const route of routes) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(route.method));
      app.route(route.method, path, ({ request }) => answer(request, route, route.handle), { parse: 'none' });
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
  app.get('/metrics', async ({ request }) => {
    if (options.mayReadMetrics?.(request) === false) throw noEndpoint();
    return new Response(await metricsText([metrics, ...(options.metricsBeside ?? [])]), {
      headers: { 'content-type': metrics.registry.contentType },
    });
  });
  for (const path of ['/health', '/ready', '/metrics']) methodsOf.set(path, new Set(['GET']));

  const noRoute: HttpRoute['handle'] = async ({ request }) => {
    const path = pathOf(request);
    const allowed = methodsOf.get(path) ?? methodsOf.get(path.replace(/\/$/, ''));
    if (allowed === undefined) throw noEndpoint();
    const allow = [...allowed].join(', ');
    throw new AppError('METHOD_NOT_ALLOWED', `This endpoint answers ${allow} only`, { headers: { allow } });
  };
  app.all('/*', ({ request }) => answer(request, { path: UNKNOWN_ROUTE }, noRoute), { parse: 'none' });
  app.onError(({ error, request }) =>
    answer(request, { path: UNKNOWN_ROUTE }, async () => {
      throw error;
    }),
  );
  return app as unknown as Elysia;
}
