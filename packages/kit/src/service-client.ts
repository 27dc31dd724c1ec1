import type { AnyEndpoint, BodyOf, QueryOf, ResponseOf } from '@plat/contracts';
import type { InternalTokens, Principal } from './principal.ts';
import type { Transport } from './transport.ts';

export interface ServiceCall<E extends AnyEndpoint> {
  body?: BodyOf<E>;
  query?: QueryOf<E>;
  principal: Principal;
  requestId: string;
  signal?: AbortSignal;
}

/** Calls operations of other services with the types of their contracts. */
export interface ServiceClient {
  /** @throws AppError with the callee's code and status, UPSTREAM_ERROR (502) when it cannot be reached or read. */
  call<E extends AnyEndpoint>(endpoint: E, call: ServiceCall<E>): Promise<ResponseOf<E>>;
}

export interface ServiceClientDeps {
  transport: Transport;
  tokens: InternalTokens;
}

export const REQUEST_ID_HEADER = 'x-request-id';
/** Absolute deadline in epoch milliseconds, travelling with the request. */
export const DEADLINE_HEADER = 'x-plat-deadline-ms';
