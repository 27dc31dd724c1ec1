import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, Tracer } from '@opentelemetry/api';
import { addCacheLookup, addCall, type CacheName, type CallNote, type Work } from './work.ts';

/** The request or job that is running, and its span. */
export interface Scope {
  work: Work;
  /** Undefined when tracing is off. */
  span?: Span;
  tracer?: Tracer;
}

const scopes = new AsyncLocalStorage<Scope>();

export const currentScope = (): Scope | undefined => scopes.getStore();

/** Runs `run`, and everything it starts, as part of a request or job. */
export const runInScope = <T>(scope: Scope, run: () => T): T => scopes.run(scope, run);

/**
 * As `runInScope`, but only while tracing. For code that passes its own context on: a scope makes every promise
 * slower, and such code needs it only for traces.
 */
export const runInTrace = <T>(scope: Scope, run: () => T): T =>
  scope.span === undefined ? run() : runInScope(scope, run);

/** Runs work that belongs to no single request, such as a batch for many. */
export const runOutside = <T>(run: () => T): T => scopes.exit(run);

export const currentRequestId = (): string | undefined => scopes.getStore()?.work.requestId;

/** Records a call to another service on the request that made it. */
export function noteCall(call: CallNote, work: Work | undefined = scopes.getStore()?.work): void {
  if (work !== undefined) addCall(work, call);
}

/** Records a cache lookup on the request that needed it. */
export function noteCacheLookup(
  cache: CacheName,
  isHit: boolean,
  work: Work | undefined = scopes.getStore()?.work,
): void {
  if (work !== undefined) addCacheLookup(work, cache, isHit);
}
