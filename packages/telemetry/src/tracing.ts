import type { Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';

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

/** Spans of this process that went out, by what became of them. */
export interface TracingCounts {
  exported: number;
  failed: number;
}

const QUEUE_SPANS = 4_096;
const BATCH_SPANS = 512;
const EXPORT_EVERY_MS = 2_000;
const EXPORT_TIMEOUT_MS = 5_000;
const STOP_TIMEOUT_MS = 3_000;
/** Whatever a part of Plat puts there, one attribute is no longer. */
const ATTRIBUTE_CHARACTERS = 2_000;

interface RunningTracing {
  /** Whether a trace that somebody before us chose not to keep is settled with that. */
  followsParent: boolean;
  tracerOf(service: string): Tracer;
}

let running: RunningTracing | undefined;
const counts: TracingCounts = { exported: 0, failed: 0 };

export const tracingCounts = (): Readonly<TracingCounts> => counts;

/** Undefined while nothing is traced. */
export const tracerOf = (service: string): Tracer | undefined => running?.tracerOf(service);

/** Whether what belongs to a trace that is not kept needs no look at the sampler. */
export const followsParent = (): boolean => running?.followsParent === true;

/**
 * Begins to trace this process. Spans wait in a queue of bounded size and go out in the background: when nobody takes
 * them they are counted and dropped.
 * @returns what sends the last ones, for at most three seconds, and ends it.
 */
export function startTracing(settings: TracingSettings): () => Promise<void> {
  const url = `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = counting(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }));
  const processor = new BatchSpanProcessor(exporter, {
    maxQueueSize: QUEUE_SPANS,
    maxExportBatchSize: BATCH_SPANS,
    scheduledDelayMillis: EXPORT_EVERY_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const sampler = samplerOf(settings);
  const tracers = new Map<string, Tracer>();
  const own: RunningTracing = {
    followsParent: settings.sampler.startsWith('parentbased_'),
    tracerOf: (service) => {
      const known = tracers.get(service);
      if (known !== undefined) return known;
      const provider = new BasicTracerProvider({
        resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'plat' }),
        sampler,
        spanLimits: { attributeValueLengthLimit: ATTRIBUTE_CHARACTERS, linkCountLimit: 128 },
        spanProcessors: [processor],
      });
      const tracer = provider.getTracer('plat');
      tracers.set(service, tracer);
      return tracer;
    },
  };
  running = own;
  return async () => {
    if (running === own) running = undefined;
    const timer = Promise.withResolvers<void>();
    const timeout = setTimeout(timer.resolve, STOP_TIMEOUT_MS);
    await Promise.race([processor.shutdown().catch(() => {}), timer.promise]);
    clearTimeout(timeout);
  };
}

/** A sampler as OTEL_TRACES_SAMPLER names it. */
function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = sampler.replace('parentbased_', '');
  const own =
    root === 'always_on'
      ? new AlwaysOnSampler()
      : root === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root: own }) : own;
}

const SUCCESS = 0;

/** Counts what becomes of spans; how the receiver failed is not worth a log line each time. */
function counting(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        counts[result.code === SUCCESS ? 'exported' : 'failed'] += spans.length;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
