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

/**
 * The same for code that hands its work on by itself: it needs its scope around it for a trace only, and every promise
 * that is made in one costs more.
 */
export const runInTrace = <T>(scope: Scope, run: () => T): T =>
  scope.span === undefined ? run() : runInScope(scope, run);

/** Runs what belongs to no single request, such as a batch of many. */
export const runOutside = <T>(run: () => T): T => scopes.exit(run);

export const currentRequestId = (): string | undefined => scopes.getStore()?.work.requestId;

/** Notes a call of another service for the request that made it. */
export function noteCall(call: CallNote, work: Work | undefined = scopes.getStore()?.work): void {
  if (work !== undefined) addCall(work, call);
}

/** Notes a look into a cache for the request that needed it. */
export function noteCacheLook(
  cache: CacheName,
  isHit: boolean,
  work: Work | undefined = scopes.getStore()?.work,
): void {
  if (work !== undefined) addCacheLook(work, cache, isHit);
}
