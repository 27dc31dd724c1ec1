/** The parts of an OpenAPI document that the playground reads. */
export interface ApiDocument {
  paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: { enum?: readonly string[]; default?: unknown };
}

interface DocumentedOperation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: readonly string[];
  deprecated?: boolean;
  parameters?: readonly Parameter[];
  requestBody?: { content?: Readonly<Record<string, { example?: unknown }>> };
}

/** One endpoint of the playground. */
export interface Endpoint {
  operation: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  query: readonly Parameter[];
  /** JSON text to begin with; null for endpoints without a body. */
  exampleBody: string | null;
}

/** The endpoints that a key can call, in the order of the document. */
export function endpointsOf({ paths }: ApiDocument): Endpoint[] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, documented]) => {
        const content = documented.requestBody?.content?.['application/json'];
        return {
          operation: documented.operationId ?? path,
          method: method.toUpperCase(),
          path,
          tag: documented.tags?.[0] ?? 'Other',
          summary: documented.summary ?? path,
          description: documented.description ?? '',
          query: (documented.parameters ?? []).filter((parameter) => parameter.in === 'query'),
          exampleBody: content === undefined ? null : JSON.stringify(content.example ?? {}, null, 2),
        };
      }),
    );
}

/** Endpoints under the headings of the document. */
export const endpointsByTag = (endpoints: readonly Endpoint[]): Map<string, Endpoint[]> =>
  Map.groupBy(endpoints, ({ tag }) => tag);
