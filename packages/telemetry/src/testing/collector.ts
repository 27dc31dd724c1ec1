/** A span from OTLP/JSON, with its service and its attributes as plain values. */
export interface CollectedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  statusCode: number;
  attributes: Readonly<Record<string, unknown>>;
  links: readonly { traceId: string; spanId: string }[];
}

/** A local OTLP/HTTP receiver for tests. */
export interface Collector {
  url: string;
  spans: readonly CollectedSpan[];
  /** Request bodies, unparsed. */
  bodies: readonly string[];
  stop(): Promise<void>;
}

interface OtlpAttribute {
  key: string;
  value: Readonly<Record<string, unknown>>;
}

const valuesOf = (attributes: readonly OtlpAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

export function startCollector(): Collector {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      if (new URL(request.url).pathname !== '/v1/traces') return new Response(null, { status: 404 });
      const body = await request.text();
      bodies.push(body);
      for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
        const service = String(valuesOf(resource.attributes)['service.name']);
        for (const { spans: sent } of scopeSpans) {
          for (const span of sent) {
            spans.push({
              service,
              ...span,
              parentSpanId: span.parentSpanId || undefined,
              statusCode: span.status?.code ?? 0,
              attributes: valuesOf(span.attributes),
            });
          }
        }
      }
      return Response.json({});
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, spans, bodies, stop: () => server.stop(true) };
}
