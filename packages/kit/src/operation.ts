import type { AnyEndpoint, BodyOf, QueryOf } from '@plat/contracts';
import type { Logger } from 'pino';
import type { Principal } from './principal.ts';

/** What a route gets after the request was parsed, checked and its principal verified. */
export interface OperationContext<E extends AnyEndpoint> {
  body: BodyOf<E>;
  query: QueryOf<E>;
  principal: Principal;
  requestId: string;
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

export interface Operation {
  endpoint: AnyEndpoint;
  // biome-ignore lint/suspicious/noExplicitAny: typed at its definition by `operation`
  handle(context: OperationContext<any>): Promise<unknown>;
}

/** Binds an endpoint of the contracts to its handler; the handler returns the body, or a `Reply` for status and headers. */
export const operation = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (context: OperationContext<E>) => Promise<unknown>,
): Operation => ({ endpoint, handle });
