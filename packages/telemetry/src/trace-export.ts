import type { Tracer } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import pTimeout from 'p-timeout';
import type { TracingCounts, TracingSettings } from './tracing-settings.ts';

export { parseTraceParent };

const QUEUE_SPANS = 4_096;
const BATCH_SPANS = 512;
const EXPORT_EVERY_MS = 2_000;
const EXPORT_TIMEOUT_MS = 5_000;
const STOP_TIMEOUT_MS = 3_000;
/** Maximum length of one span attribute. */
const ATTRIBUTE_CHARACTERS = 2_000;

/** Exports the spans of this process. */
export interface TraceExport {
  tracerOf(service: string): Tracer;
  /** Sends the remaining spans, for at most three seconds. */
  close(): Promise<void>;
}

/** Opens the export to a receiver. `counts` counts spans by outcome. */
export function openTraceExport(settings: TracingSettings, counts: TracingCounts): TraceExport {
  const url = `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`;
  const processor = countingProcessor(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }), counts);
  /**
   * Identifies the replica. Resource attributes of the environment may replace its id, but never the name of the
   * service.
   */
  const processResource = resourceFromAttributes({ 'service.instance.id': crypto.randomUUID() }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  const sampler = samplerOf(settings);
  const tracers = new Map<string, Tracer>();
  return {
    tracerOf: (service) => {
      const known = tracers.get(service);
      if (known !== undefined) return known;
      const provider = new BasicTracerProvider({
        resource: processResource.merge(
          resourceFromAttributes({ 'service.name': service, 'service.namespace': 'plat' }),
        ),
        sampler,
        spanLimits: { attributeValueLengthLimit: ATTRIBUTE_CHARACTERS, linkCountLimit: 128 },
        spanProcessors: [processor],
      });
      const tracer = provider.getTracer('plat');
      tracers.set(service, tracer);
      return tracer;
    },
    close: async () => {
      const stopped = processor.shutdown().catch(() => {});
      await pTimeout(stopped, { milliseconds: STOP_TIMEOUT_MS, message: false });
    },
  };
}

/** Sampler for a value of OTEL_TRACES_SAMPLER. */
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

/**
 * Sends spans in batches and counts the outcome of each. Counting avoids a log line per failed export and makes
 * spans dropped from a full queue visible.
 */
function countingProcessor(exporter: SpanExporter, counts: TracingCounts): SpanProcessor {
  let waiting = 0;
  const wait = (more: number) => {
    waiting += more;
    counts.waiting = waiting;
  };
  const counting: SpanExporter = {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        wait(-spans.length);
        counts[result.code === SUCCESS ? 'exported' : 'failed'] += spans.length;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
  const batches = new BatchSpanProcessor(counting, {
    maxQueueSize: QUEUE_SPANS,
    maxExportBatchSize: BATCH_SPANS,
    scheduledDelayMillis: EXPORT_EVERY_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd: (span) => {
      if (waiting >= QUEUE_SPANS) {
        counts.failed++;
        return;
      }
      wait(1);
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}
