import {
  type Attributes,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { currentScope, runInScope, type Scope } from './scope.ts';
import { runningTracing } from './tracing.ts';
import type { Work } from './work.ts';

export type { Attributes, Span };
export { SpanKind };

/** Header of W3C Trace Context. */
export const TRACE_PARENT_HEADER = 'traceparent';

/** The cause of a span, as a `traceparent` value. */
export interface Origin {
  traceparent: string | null | undefined;
  /** `parent` continues the trace; `link` starts a new trace that refers to the other one. */
  as: 'parent' | 'link';
}

export interface SpanDescription {
  name: string;
  kind: SpanKind;
  attributes?: Attributes;
  origin?: Origin;
  /** `traceparent` values of the other requests that this work serves. */
  alsoFor?: readonly (string | undefined)[];
}

/** Creates the scope of a request or job, with a span when this process traces. The caller ends the span. */
export function beginScope(work: Work, service: string, describe: () => SpanDescription): Scope {
  const tracing = runningTracing();
  if (tracing === undefined) return { work };
  const { followsParent, parseTraceParent } = tracing;
  const tracer = tracing.tracerOf(service);
  const { name, kind, attributes, origin, alsoFor = [] } = describe();
  const given = origin?.traceparent == null ? null : parseTraceParent(origin.traceparent);
  const asParent = given !== null && origin?.as === 'parent';
  if (asParent && (given.traceFlags & TraceFlags.SAMPLED) === 0 && followsParent) {
    return { work, tracer, span: trace.wrapSpanContext(given) };
  }
  const context = asParent ? trace.setSpanContext(ROOT_CONTEXT, { ...given, isRemote: true }) : ROOT_CONTEXT;
  const linked = alsoFor.map((one) => (one === undefined ? null : parseTraceParent(one)));
  if (!asParent) linked.push(given);
  const links = linked.filter((one) => one !== null).map((context): Link => ({ context }));
  return { work, tracer, span: tracer.startSpan(name, { kind, attributes, links }, context) };
}

/** Starts a span under the current one; undefined when tracing is off. The caller ends it. */
export function startChild(
  name: string,
  kind: SpanKind = SpanKind.INTERNAL,
  attributes?: Attributes,
): Span | undefined {
  const scope = currentScope();
  if (scope?.span?.isRecording() !== true) return undefined;
  return scope.tracer?.startSpan(name, { kind, attributes }, trace.setSpan(ROOT_CONTEXT, scope.span));
}

/** Runs part of a request or job in its own span. An exception marks the span as failed. */
export function inSpan<T>(
  name: string,
  run: (span: Span | undefined) => Promise<T>,
  kind?: SpanKind,
  attributes?: Attributes,
): Promise<T> {
  const span = startChild(name, kind, attributes);
  const scope = currentScope();
  if (span === undefined || scope === undefined) return run(undefined);
  return runInScope({ ...scope, span }, async () => {
    try {
      return await run(span);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Marks a span as failed with the error's code or class. The message is left out because it may quote data. */
export function markFailed(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const type = typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown';
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

export const markErrorStatus = (span: Span): void => void span.setStatus({ code: SpanStatusCode.ERROR });

/** The current span as `traceparent`, to pass to other services; undefined when tracing is off. */
export function currentTraceparent(): string | undefined {
  const context = currentScope()?.span?.spanContext();
  if (context === undefined) return undefined;
  return `00-${context.traceId}-${context.spanId}-0${(context.traceFlags & 1).toString(16)}`;
}
