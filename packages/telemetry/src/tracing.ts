import type { SpanContext, Tracer } from '@opentelemetry/api';
import type { TracingCounts, TracingSettings } from './tracing-settings.ts';

/** Tracing state that every request needs. */
export interface RunningTracing {
  /** True when the sampler obeys a parent's decision not to record. */
  followsParent: boolean;
  tracerOf(service: string): Tracer;
  /** @returns null when `text` is not a valid `traceparent`. */
  parseTraceParent(text: string): SpanContext | null;
}

let running: RunningTracing | undefined;
const counts: TracingCounts = { exported: 0, failed: 0, waiting: 0 };

export const tracingCounts = (): Readonly<TracingCounts> => counts;

/** Undefined when tracing is off. */
export const runningTracing = (): RunningTracing | undefined => running;

/**
 * Starts tracing in this process. Spans wait in a bounded queue and are sent in the background; when the receiver
 * does not accept them they are counted and dropped.
 * @returns a function that sends the remaining spans, for at most three seconds, and stops tracing.
 */
export async function startTracing(settings: TracingSettings): Promise<() => Promise<void>> {
  // Loaded on demand: most processes never trace, and the exporter is a third of the code they would load.
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
