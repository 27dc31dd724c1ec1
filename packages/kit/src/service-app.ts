import { type AnyEndpoint, type CheckSettings, checkInput, type ServiceName } from '@plat/contracts';
import type { TSchema } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import type { Elysia } from 'elysia';
import type { Logger } from 'pino';
import { resultCountHeader } from './answer-headers.ts';
import { callerFields } from './caller-fields.ts';
import { type Clock, systemClock } from './clock.ts';
import { AppError } from './errors.ts';
import { deadlineFrom, withDeadline } from './http/deadline.ts';
import { queryOf } from './http/query.ts';
import { MAX_BODY_BYTES, MAX_INTERNAL_BODY_BYTES, readJsonObject } from './http/read-body.ts';
import type { ReadinessChecks } from './http/readiness.ts';
import { jsonResponse, validationError } from './http/responses.ts';
import { createHttpApp, type Exchange, type HttpAppOptions, type HttpRoute } from './http-app.ts';
import type { ServiceMetrics } from './metrics.ts';
import { type Operation, Reply } from './operation.ts';
import type { InternalTokens, Principal } from './principal.ts';
import { DEADLINE_HEADER } from './service-client.ts';

export interface ServiceAppOptions extends Pick<HttpAppOptions, 'headers' | 'intercept' | 'callersTrace'> {
  /** Name of the service: the audience of its tokens and the label of its metrics and logs. */
  name: ServiceName;
  log: Logger;
  tokens: InternalTokens;
  operations: readonly Operation[];
  /** Routes that need no service token, for a service that people reach. */
  routes?: readonly HttpRoute[];
  /** Checks that must pass before the service takes traffic. A rejected check turns `/ready` to 503. */
  readiness?: ReadinessChecks;
  /** Settings of the input check; the strictest by default. */
  checkSettings?: CheckSettings;
  clock?: Clock;
  metrics?: ServiceMetrics;
  /** Whether to check every response against its contract; on unless `NODE_ENV` is `production`. */
  checkResponses?: boolean;
}

/** Builds a service from its operations. Each request is parsed, checked, authenticated and bounded by its deadline. */
export function createServiceApp(options: ServiceAppOptions): Elysia {
  const { operations, clock = systemClock, ...rest } = options;
  const isOverdue = ({ headers }: Request): boolean => {
    const deadlineMs = deadlineFrom(headers.get(DEADLINE_HEADER));
    return deadlineMs !== undefined && clock.nowMs() >= deadlineMs;
  };
  const routes = operations.map((operation): HttpRoute => {
    const { method, path } = operation.endpoint;
    return {
      method,
      path,
      operation: operation.endpoint.operation,
      handle: (exchange) => runOperation(operation, exchange, options),
    };
  });
  // Only the gateway and our other services call a service, so it may continue their traces.
  return createHttpApp({ callersTrace: 'parent', ...rest, routes: [...(rest.routes ?? []), ...routes], isOverdue });
}

async function runOperation(
  { endpoint, handle }: Operation,
  exchange: Exchange,
  {
    name,
    tokens,
    checkSettings,
    clock = systemClock,
    checkResponses = Bun.env.NODE_ENV !== 'production',
  }: ServiceAppOptions,
): Promise<Response> {
  const { request, requestId } = exchange;
  const principal = await verifyPrincipal(tokens, request, name);
  exchange.note(callerFields(tokens, principal));
  const maxBytes = endpoint.audience === 'internal' ? MAX_INTERNAL_BODY_BYTES : MAX_BODY_BYTES;
  const read = endpoint.request.body === undefined ? undefined : await readJsonObject(request, maxBytes);
  const query = queryOf(request);
  const checked = checkInput(endpoint, read?.value, query, undefined, checkSettings);
  if (!checked.ok) throw validationError(checked.problems);
  const deadlineMs = deadlineFrom(request.headers.get(DEADLINE_HEADER));
  const noteTimeLeft = () => {
    if (deadlineMs !== undefined) exchange.note({ deadlineLeftMs: Math.round(deadlineMs - clock.nowMs()) });
  };
  const result = await withDeadline({ deadlineMs, outer: request.signal, clock }, (signal) =>
    handle({
      body: checked.body,
      bodyText: read?.text ?? '',
      query: checked.query,
      principal,
      requestId,
      deadlineMs,
      signal,
      request,
      get log() {
        return exchange.log;
      },
    }),
  ).finally(noteTimeLeft);
  const reply = result instanceof Reply ? result : new Reply(result, firstStatus(endpoint));
  if (checkResponses) checkReply(endpoint, reply);
  const counted = resultCountHeader(endpoint, reply.body);
  for (const name in counted) exchange.note({ resultCount: Number(counted[name]) });
  if (Array.isArray(reply.body)) exchange.note({ resultCount: reply.body.length });
  return jsonResponse(reply.body, reply.status, { ...reply.headers, ...counted });
}

/** A rejected token is our own fault, not the caller's. The header distinguishes it from a rejected API key. */
async function verifyPrincipal(tokens: InternalTokens, request: Request, name: ServiceName): Promise<Principal> {
  try {
    return await tokens.verify(request.headers.get('authorization'), name);
  } catch (cause) {
    throw new AppError('INVALID_API_KEY', 'A valid internal service token is required', {
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      cause,
    });
  }
}

const firstStatus = (endpoint: AnyEndpoint): number => {
  const statuses = Object.keys(endpoint.responses).map(Number);
  return statuses.includes(200) ? 200 : (statuses[0] ?? 200);
};

const compiled = new WeakMap<TSchema, ReturnType<typeof TypeCompiler.Compile>>();

/** @throws Error when a response breaks its contract. The caller gets a plain 500; the log gets the detail. */
function checkReply(endpoint: AnyEndpoint, reply: Reply): void {
  const schema: TSchema | undefined = endpoint.responses[reply.status];
  if (schema === undefined)
    throw new Error(`${endpoint.operation} returned status ${reply.status}, which its contract does not list`);
  const check = compiled.get(schema) ?? TypeCompiler.Compile(schema);
  compiled.set(schema, check);
  const body = reply.body ?? null;
  if (check.Check(body)) return;
  const first = check.Errors(body).First();
  throw new Error(`${endpoint.operation} broke its contract at ${first?.path || 'the body'}: ${first?.message}`);
}
