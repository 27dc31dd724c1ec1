import type { AnyEndpoint, BodyOf, QueryOf } from '@plat/contracts';
import type { Logger } from 'pino';
import type { Principal } from './principal.ts';

/** Input of a route handler after the request was parsed and checked and its principal verified. */
export interface OperationContext<E extends AnyEndpoint> {
  body: BodyOf<E>;
  /** The body as received; empty when the operation has none. */
  bodyText: string;
  query: QueryOf<E>;
  principal: Principal;
  requestId: string;
  /** Absolute deadline in epoch milliseconds, to pass on to other services. */
  deadlineMs: number | undefined;
  /** Aborts when the deadline passes or the caller leaves. */
  signal: AbortSignal;
  log: Logger;
  request: Request;
}

/** A successful response; a plain body means status 200. */
export class Reply {
  constructor(
    readonly body: unknown,
    readonly status = 200,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** `OperationContext` before narrowing to one endpoint. The checks make the narrowing safe. */
export type CheckedContext = Omit<OperationContext<AnyEndpoint>, 'body' | 'query'> & { body: unknown; query: unknown };

export interface Operation {
  endpoint: AnyEndpoint;
  handle(context: CheckedContext): Promise<unknown>;
}

/**
 * Binds an endpoint of the contracts to its handler. The handler returns the body, or a `Reply` with status and
 * headers.
 */
export const operation = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (context: OperationContext<E>) => Promise<unknown>,
): Operation => ({ endpoint, handle: (context) => handle(context as OperationContext<E>) });
