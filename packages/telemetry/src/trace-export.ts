import type { Tracer } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
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
import type { TracingCounts, TracingSettings } from './tracing.ts';

export { parseTraceParent };

const QUEUE_SPANS = 4_096;
const BATCH_SPANS = 512;
const EXPORT_EVERY_MS = 2_000;
const EXPORT_TIMEOUT_MS = 5_000;
const STOP_TIMEOUT_MS = 3_000;
/** Whatever a part of Plat puts there, one attribute is no longer. */
const ATTRIBUTE_CHARACTERS = 2_000;

/** Where spans of this process go. */
export interface TraceExport {
  tracerOf(service: string): Tracer;
  /** Sends the last spans, for at most three seconds. */
  close(): Promise<void>;
}

/** Opens the way to a receiver; what becomes of spans is added to `counts`. */
export function openTraceExport(settings: TracingSettings, counts: TracingCounts): TraceExport {
  const url = `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = counting(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }), counts);
  const processor = new BatchSpanProcessor(exporter, {
    maxQueueSize: QUEUE_SPANS,
    maxExportBatchSize: BATCH_SPANS,
    scheduledDelayMillis: EXPORT_EVERY_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const sampler = samplerOf(settings);
  const tracers = new Map<string, Tracer>();
  return {
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
    close: async () => {
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, STOP_TIMEOUT_MS);
      await Promise.race([processor.shutdown().catch(() => {}), timer.promise]);
      clearTimeout(timeout);
    },
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
function counting(exporter: SpanExporter, counts: TracingCounts): SpanExporter {
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
