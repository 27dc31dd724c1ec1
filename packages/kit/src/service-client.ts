import {
  type AnyEndpoint,
  type BodyOf,
  ERROR_CODES,
  type ErrorCode,
  type QueryOf,
  type ResponseOf,
} from '@plat/contracts';
import { currentTraceparent, inSpan, noteCall, SpanKind, TRACE_PARENT_HEADER, type Work } from '@plat/telemetry';
import { type Clock, systemClock } from './clock.ts';
import { AppError } from './errors.ts';
import { CALLER_GONE_STATUS } from './http/caller-gone.ts';
import { withDeadline } from './http/deadline.ts';
import type { InternalTokens, Principal } from './principal.ts';
import type { ServiceRequest, Transport } from './transport.ts';

export interface ServiceCall<E extends AnyEndpoint> {
  body?: BodyOf<E>;
  query?: QueryOf<E>;
  principal: Principal;
  requestId: string;
  /** Of the request that asks, where its scope is not around the call. */
  work?: Work;
  /** Absolute deadline in epoch milliseconds; the endpoint's own deadline applies too. */
  deadlineMs?: number;
  signal?: AbortSignal;
}

/** Calls operations of other services with the types of their contracts. */
export interface ServiceClient {
  /**
   * @throws AppError with the callee's code and status, UPSTREAM_ERROR (502) when it cannot be reached or read,
   * TIMEOUT (504) past the deadline or on abort.
   */
  call<E extends AnyEndpoint>(endpoint: E, call: ServiceCall<E>): Promise<ResponseOf<E>>;
}

export interface ServiceClientDeps {
  transport: Transport;
  tokens: InternalTokens;
  clock?: Clock;
}

export const REQUEST_ID_HEADER = 'x-request-id';
/** Absolute deadline in epoch milliseconds, travelling with the request. */
export const DEADLINE_HEADER = 'x-plat-deadline-ms';

/** What a caller said in a header that is ours between services, such as `authorization`, travels under another name. */
const CALLER_HEADER_PREFIX = 'x-plat-caller-';

/** A header as the caller sent it to the gateway; null when the endpoint does not declare it or the caller left it out. */
export const callerHeader = ({ headers }: Request, name: string): string | null =>
  headers.get(CALLER_HEADER_PREFIX + name);

const NEVER = new AbortController().signal;

/** Another replica answers at once, or the same one soon. */
const UNREACHABLE_RETRY_AFTER = { 'retry-after': '1' };

/** The caller learns which part failed and when a retry makes sense, never an address or a cause. */
export const unreachable = (endpoint: AnyEndpoint, cause?: unknown): AppError =>
  new AppError('UPSTREAM_ERROR', `The ${endpoint.service} service could not be reached or read; try again`, {
    ...{ headers: UNREACHABLE_RETRY_AFTER, cause },
  });

/** The request that carries an internal call, signed and with its deadline. */
export async function internalRequest(
  endpoint: AnyEndpoint,
  tokens: InternalTokens,
  call: {
    body?: string;
    query?: Readonly<Record<string, string>>;
    /** Headers of the caller that the endpoint declares, for `callerHeader`. */
    callerHeaders?: Readonly<Record<string, string>>;
    principal: Principal;
    requestId: string;
    work?: Work;
    deadlineMs: number;
    signal: AbortSignal;
  },
): Promise<ServiceRequest> {
  const { service, method, path } = endpoint;
  const { body, signal } = call;
  const headers: Record<string, string> = {
    authorization: `Bearer ${await tokens.sign(call.principal, service, call.work)}`,
    accept: 'application/json',
    'accept-encoding': 'identity',
    [REQUEST_ID_HEADER]: call.requestId,
    [DEADLINE_HEADER]: String(call.deadlineMs),
  };
  const traceparent = currentTraceparent();
  if (traceparent !== undefined) headers[TRACE_PARENT_HEADER] = traceparent;
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    headers['content-length'] = String(Buffer.byteLength(body));
  }
  for (const name in call.callerHeaders) headers[CALLER_HEADER_PREFIX + name] = call.callerHeaders[name] ?? '';
  return { service, method, path: path + queryText(call.query), headers, body, signal };
}

function queryText(query: Readonly<Record<string, string>> | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/**
 * Runs an internal call: the request that makes it notes how long it took and, while it is traced, has a span for it.
 * @param call says the status that it saw.
 * @param work of that request, where its scope is not around the call.
 * @param isGivenUp whether the caller hung up before the deadline: a call without an answer then did not fail.
 */
export function observeCall<T>(
  { service, operation }: Pick<AnyEndpoint, 'service' | 'operation'>,
  call: (seen: { status: number }) => Promise<T>,
  work?: Work,
  isGivenUp?: () => boolean,
): Promise<T> {
  const startedMs = performance.now();
  const seen = { status: 0 };
  return inSpan(
    `${service} ${operation}`,
    async (span) => {
      try {
        return await call(seen);
      } finally {
        const isUnanswered = seen.status === 0 || seen.status >= 500;
        const status = isUnanswered && isGivenUp?.() === true ? CALLER_GONE_STATUS : seen.status;
        noteCall({ service, operation, status, durationMs: performance.now() - startedMs }, work);
        span?.setAttribute('http.response.status_code', status);
      }
    },
    SpanKind.CLIENT,
    { 'plat.callee': service, 'plat.operation': operation },
  );
}

export function createServiceClient({ transport, tokens, clock = systemClock }: ServiceClientDeps): ServiceClient {
  return {
    call: (endpoint, call) => {
      const own = clock.nowMs() + endpoint.policy.deadlineMs;
      const deadlineMs = Math.min(call.deadlineMs ?? own, own);
      // Observed around its deadline: one that never answers is told of too.
      return observeCall(
        endpoint,
        (seen) =>
          withDeadline({ deadlineMs, outer: call.signal ?? NEVER, clock }, async (signal) => {
            const request = await internalRequest(endpoint, tokens, {
              body: call.body === undefined ? undefined : JSON.stringify(call.body),
              query: call.query as Record<string, string> | undefined,
              principal: call.principal,
              requestId: call.requestId,
              work: call.work,
              deadlineMs,
              signal,
            });
            let response: Response;
            let body: unknown;
            try {
              response = await transport(request);
              seen.status = response.status;
              body = await response.json();
            } catch (cause) {
              throw unreachable(endpoint, cause);
            }
            if (response.ok) return body as ResponseOf<typeof endpoint>;
            throw decodeError(endpoint, response, body);
          }),
        call.work,
        () => call.signal?.aborted === true && clock.nowMs() < deadlineMs,
      );
    },
  };
}

/** The callee's error as our own; an answer that is not one of ours, or a refused token, is an upstream failure. */
export function decodeError(endpoint: AnyEndpoint, response: Response, body: unknown): AppError {
  const { error, code, reason, fields } = (body ?? {}) as Partial<ReturnType<AppError['toBody']>>;
  const refusedToken = response.headers.get('www-authenticate') !== null;
  if (refusedToken || typeof error !== 'string' || typeof code !== 'string' || !(code in ERROR_CODES)) {
    return unreachable(endpoint, new Error(`status ${response.status}, code ${String(code)}, ${String(error)}`));
  }
  const retryAfter = response.headers.get('retry-after');
  return new AppError(code as ErrorCode, error, {
    status: response.status,
    reason,
    fields,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  });
}
