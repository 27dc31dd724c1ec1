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

/** Of W3C Trace Context. */
export const TRACE_PARENT_HEADER = 'traceparent';

/** How what a span is about came to be: what caused it, as `traceparent` writes it. */
export interface Origin {
  traceparent: string | null | undefined;
  /** `parent`: the same trace goes on. `link`: a trace of its own, which names the other one. */
  as: 'parent' | 'link';
}

export interface SpanDescription {
  name: string;
  kind: SpanKind;
  attributes?: Attributes;
  origin?: Origin;
  /** Others that it is done for, as `traceparent` writes them. */
  alsoFor?: readonly (string | undefined)[];
}

/** The scope of a request or job, with a span when this process traces. Whoever begins one ends its span. */
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

/** A span under the one that runs now; undefined when nothing is traced. Whoever starts it ends it. */
export function startChild(
  name: string,
  kind: SpanKind = SpanKind.INTERNAL,
  attributes?: Attributes,
): Span | undefined {
  const scope = currentScope();
  if (scope?.span?.isRecording() !== true) return undefined;
  return scope.tracer?.startSpan(name, { kind, attributes }, trace.setSpan(ROOT_CONTEXT, scope.span));
}

/** Runs a part of a request or job as a span of its own, which is an error when it throws. */
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

/** An error as a span shows it: its code or kind, never its message, which may quote data. */
export function markFailed(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const type = typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown';
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

export const markErrorStatus = (span: Span): void => void span.setStatus({ code: SpanStatusCode.ERROR });

/** What runs now as `traceparent`, for whoever continues it; undefined while nothing is traced. */
export function currentTraceparent(): string | undefined {
  const context = currentScope()?.span?.spanContext();
  if (context === undefined) return undefined;
  return `00-${context.traceId}-${context.spanId}-0${(context.traceFlags & 1).toString(16)}`;
}
