import type { SpanContext, Tracer } from '@opentelemetry/api';

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

export interface TracingSettings {
  /** Base URL of an OTLP/HTTP receiver; `/v1/traces` is added. */
  endpoint: string;
  sampler: SamplerName;
  /** Share of traces that are kept by the samplers named after it, from 0 to 1. */
  ratio: number;
}

/** Spans of this process by what became of them; those that wait have not gone out yet. */
export interface TracingCounts {
  exported: number;
  failed: number;
  waiting: number;
}

/** What a process that traces needs at every request. */
export interface RunningTracing {
  /** Whether a trace that somebody before us chose not to keep is settled with that. */
  followsParent: boolean;
  tracerOf(service: string): Tracer;
  /** @returns null for what is no `traceparent`. */
  parseTraceParent(text: string): SpanContext | null;
}

let running: RunningTracing | undefined;
const counts: TracingCounts = { exported: 0, failed: 0, waiting: 0 };

export const tracingCounts = (): Readonly<TracingCounts> => counts;

/** Undefined while nothing is traced. */
export const runningTracing = (): RunningTracing | undefined => running;

/**
 * Begins to trace this process. Spans wait in a queue of bounded size and go out in the background: when nobody takes
 * them they are counted and dropped.
 * @returns what sends the last ones, for at most three seconds, and ends it.
 */
export async function startTracing(settings: TracingSettings): Promise<() => Promise<void>> {
  // Most processes never trace, and it is a third of what they would load at their start.
  const { openTraceExport, parseTraceParent } = await import('./trace-export.ts');
  const { tracerOf, close } = openTraceExport(settings, counts);
  const own: RunningTracing = {
    followsParent: settings.sampler.startsWith('parentbased_'),
    tracerOf,
    parseTraceParent,
  };
  running = own;
  return async () => {
    if (running === own) running = undefined;
    await close();
  };
}
