import type { AnyEndpoint, BodyOf, QueryOf } from '@plat/contracts';
import type { Logger } from 'pino';
import type { Principal } from './principal.ts';

/** What a route gets after the request was parsed, checked and its principal verified. */
export interface OperationContext<E extends AnyEndpoint> {
  body: BodyOf<E>;
  /** The body as it came, where the operation has one; empty otherwise. */
  bodyText: string;
  query: QueryOf<E>;
  principal: Principal;
  requestId: string;
  /** Absolute deadline in epoch milliseconds, to hand on to the services that this operation calls. */
  deadlineMs: number | undefined;
  /** Aborts when the request's deadline passes or the caller goes away. */
  signal: AbortSignal;
  log: Logger;
  request: Request;
}

/** A success answer: the body alone means status 200. */
export class Reply {
  constructor(
    readonly body: unknown,
    readonly status = 200,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** The same before the types of one endpoint are known; the checks that ran are what makes the narrowing safe. */
export type CheckedContext = Omit<OperationContext<AnyEndpoint>, 'body' | 'query'> & { body: unknown; query: unknown };

export interface Operation {
  endpoint: AnyEndpoint;
  handle(context: CheckedContext): Promise<unknown>;
}

/** Binds an endpoint of the contracts to its handler; the handler returns the body, or a `Reply` for status and headers. */
export const operation = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (context: OperationContext<E>) => Promise<unknown>,
): Operation => ({ endpoint, handle: (context) => handle(context as OperationContext<E>) });
