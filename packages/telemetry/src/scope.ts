import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, Tracer } from '@opentelemetry/api';
import { addCacheLook, addCall, type CacheName, type CallNote, type Work } from './work.ts';

/** What runs now: for whom, and as which part of which trace. */
export interface Scope {
  work: Work;
  /** Undefined while nothing is traced. */
  span?: Span;
  tracer?: Tracer;
}

const scopes = new AsyncLocalStorage<Scope>();

export const currentScope = (): Scope | undefined => scopes.getStore();

/** Runs `run`, and whatever it starts, as part of a request or job. */
export const runInScope = <T>(scope: Scope, run: () => T): T => scopes.run(scope, run);

/** Runs what belongs to no single request, such as a batch of many. */
export const runOutside = <T>(run: () => T): T => scopes.exit(run);

export const currentRequestId = (): string | undefined => scopes.getStore()?.work.requestId;

/** Notes a call of another service for the request that made it. */
export function noteCall(call: CallNote): void {
  const scope = scopes.getStore();
  if (scope !== undefined) addCall(scope.work, call);
}

/** Notes a look into a cache for the request that needed it. */
export function noteCacheLook(cache: CacheName, isHit: boolean): void {
  const scope = scopes.getStore();
  if (scope !== undefined) addCacheLook(scope.work, cache, isHit);
}
