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
  /** Work of the calling request, if the call runs outside its scope. */
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
/** Absolute deadline of the request in epoch milliseconds. */
export const DEADLINE_HEADER = 'x-plat-deadline-ms';

/** Prefix for a caller's headers whose names services use themselves, such as `authorization`. */
const CALLER_HEADER_PREFIX = 'x-plat-caller-';

/** A header as the caller sent it to the gateway; null when not sent or not declared by the endpoint. */
export const callerHeader = ({ headers }: Request, name: string): string | null =>
  headers.get(CALLER_HEADER_PREFIX + name);

const NEVER = new AbortController().signal;

/** Another replica responds at once, or the same one soon. */
const UNREACHABLE_RETRY_AFTER = { 'retry-after': '1' };

/** Tells the caller which part failed and when to retry, never an address or cause. */
export const unreachable = (endpoint: AnyEndpoint, cause?: unknown): AppError =>
  new AppError('UPSTREAM_ERROR', `The ${endpoint.service} service could not be reached or read; try again`, {
    headers: UNREACHABLE_RETRY_AFTER,
    cause,
  });

/** Builds the request of an internal call, signed and with its deadline. */
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
 * Observes an internal call: records its duration on the calling request, with a span while tracing.
 * @param call resolves to the status that it saw.
 * @param work of that request, if the call runs outside its scope.
 * @param isGivenUp true when the caller hung up before the deadline; a call without a response then did not fail.
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
      // Observed outside the deadline, so that a call that never answers is recorded too.
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

/**
 * Converts the callee's error into our own. An unknown form of response or a rejected token becomes an upstream
 * failure.
 */
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
