import type { TSchema } from '@sinclair/typebox';
import type { AnyEndpoint } from '../endpoint.ts';
import { IDEMPOTENCY_ERRORS, joinErrors } from '../error-rows.ts';
import type { ErrorCode } from '../errors.ts';
import { offersDryRun, takesIdempotencyKey } from '../policies.ts';
import { componentName, componentSchema } from './components.ts';
import { codeSamplesOf, exampleAnswerOf } from './examples.ts';
import { type JsonSchema, toJsonSchema, writeOut } from './json-schema.ts';
import {
  DRY_RUN,
  IDEMPOTENCY_KEY,
  INTRODUCTION,
  LICENSE,
  MINUTE_HEADERS,
  MONTHLY_HEADERS,
  REPLAYED,
  RETRY_AFTER,
  SECTION_TEXTS,
  SECURITY_SCHEMES,
  STATUS_MEANINGS,
} from './texts.ts';
import { webhooksOf } from './webhooks.ts';

export interface OpenApiOptions {
  /** Version of the interface, `info.version`. */
  version: string;
  /** Audience of the document; endpoints of another audience are left out. */
  audience: 'public' | 'internal';
  /** The endpoints of the document. */
  endpoints: readonly AnyEndpoint[];
}

/** An OpenAPI document as plain data. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: Array<{ url: string }>;
  tags: Array<{ name: string; description: string }>;
  paths: Record<string, Record<string, JsonSchema>>;
  /** Calls from Plat to callers' URLs. */
  webhooks?: Record<string, { post: JsonSchema }>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: JsonSchema };
}

/** Writes the OpenAPI 3.1 document of the given endpoints; the same input gives the same bytes. */
export function openApiDocument({ version, audience, endpoints }: OpenApiOptions): OpenApiDocument {
  const shown = endpoints.filter((endpoint) => endpoint.audience === audience);
  const used = new Set<string>();
  const nameOf = (schema: TSchema): string | undefined => {
    const name = componentName(schema);
    if (name !== undefined) used.add(name);
    return name;
  };
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of shown) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint, nameOf) };
  }
  const webhooks = webhooksOf(
    shown.map(({ operation }) => operation),
    nameOf,
  );
  return {
    openapi: '3.1.0',
    info: {
      title: audience === 'public' ? 'Plat API' : 'Plat internal API',
      version,
      description: INTRODUCTION,
      license: LICENSE,
    },
    servers: [{ url: '/' }],
    tags: [...new Set(shown.map(({ tag }) => tag))].map((name) => ({ name, description: sectionText(name) })),
    paths,
    ...(Object.keys(webhooks).length === 0 ? {} : { webhooks }),
    components: { schemas: definitions(used, nameOf), securitySchemes: securitySchemesOf(shown) },
  };
}

/** @throws RangeError for a section without a description. */
function sectionText(name: string): string {
  const text = SECTION_TEXTS[name];
  if (text === undefined) throw new RangeError(`SECTION_TEXTS does not describe the section ${name}`);
  return text;
}

/** Definitions can use further named schemas, so the set grows during the iteration. */
function definitions(used: Set<string>, nameOf: (schema: TSchema) => string | undefined): Record<string, JsonSchema> {
  const schemas: Record<string, JsonSchema> = {};
  for (const name of used) schemas[name] = writeOut(componentSchema(name), nameOf);
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b)));
}

type NameOf = (schema: TSchema) => string | undefined;

function operationOf(endpoint: AnyEndpoint, nameOf: NameOf): JsonSchema {
  const { request, aliases } = endpoint;
  const alsoUnder =
    aliases.length === 0 ? [] : [`Also available under ${aliases.map((path) => `\`${path}\``).join(', ')}.`];
  const description = [...(endpoint.description === undefined ? [] : [endpoint.description]), ...alsoUnder].join(
    '\n\n',
  );
  return {
    operationId: endpoint.operation,
    summary: endpoint.summary,
    ...(description === '' ? {} : { description }),
    tags: [endpoint.tag],
    security: securityOf(endpoint),
    ...parametersOf(endpoint, nameOf),
    ...(request.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: toJsonSchema(request.body, nameOf),
                ...(endpoint.example === undefined ? {} : { example: endpoint.example }),
              },
            },
          },
        }),
    responses: { ...successesOf(endpoint, nameOf), ...errorsOf(endpoint, nameOf) },
    ...(offersDryRun(endpoint) ? { 'x-dry-run': toJsonSchema(componentSchema('DryRun'), nameOf) } : {}),
    ...(endpoint.audience === 'public' ? { 'x-codeSamples': codeSamplesOf(endpoint) } : {}),
    ...(aliases.length === 0 ? {} : { 'x-aliases': [...aliases] }),
    ...(endpoint.alsoMethods === undefined ? {} : { 'x-methods': [...endpoint.alsoMethods] }),
  };
}

function parametersOf(endpoint: AnyEndpoint, nameOf: NameOf): JsonSchema {
  const { request } = endpoint;
  const query = (request.query?.properties ?? {}) as Record<string, TSchema>;
  const required: readonly string[] = request.query?.required ?? [];
  const inQuery = Object.entries(query).map(([name, schema]) => {
    const { description, ...rest } = toJsonSchema(schema, nameOf);
    return { name, in: 'query', required: required.includes(name), description, schema: rest };
  });
  const inHeaders = Object.entries(request.headers ?? {})
    .filter(([name]) => name !== 'authorization')
    .map(([name, header]) => ({ name, in: 'header', ...header, schema: { type: 'string' } }));
  const ofMany = [
    ...(takesIdempotencyKey(endpoint) ? [IDEMPOTENCY_KEY] : []),
    ...(offersDryRun(endpoint) ? [DRY_RUN] : []),
  ];
  const parameters = [...inQuery, ...inHeaders, ...ofMany];
  return parameters.length === 0 ? {} : { parameters };
}

/** Each entry is one sufficient credential. Enterprise keys also need the end user's header. */
function securityOf({ policy, audience, request }: AnyEndpoint): Array<Record<string, string[]>> {
  if (audience === 'internal') return [{ serviceToken: [] }];
  if (request.headers?.authorization !== undefined) return [{ idToken: [] }];
  if (policy.missingKeyStatus === null) return [];
  const alone: Array<Record<string, string[]>> = [{ apiKey: [] }, { bearerKey: [] }];
  return policy.missingUserStatus === null ? alone : [...alone, ...alone.map((way) => ({ ...way, endUser: [] }))];
}

function securitySchemesOf(endpoints: readonly AnyEndpoint[]): JsonSchema {
  const needed = new Set(endpoints.flatMap((endpoint) => securityOf(endpoint).flatMap((way) => Object.keys(way))));
  return Object.fromEntries(Object.entries(SECURITY_SCHEMES).filter(([name]) => needed.has(name)));
}

function successesOf(endpoint: AnyEndpoint, nameOf: NameOf): JsonSchema {
  const { policy } = endpoint;
  const example = exampleAnswerOf(endpoint);
  const further = Object.entries(endpoint.responseHeaders ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  const headers = {
    ...(policy.usageHeaders ? MINUTE_HEADERS : {}),
    ...(policy.metering.counts === 'never' ? {} : MONTHLY_HEADERS),
    ...(takesIdempotencyKey(endpoint) ? REPLAYED : {}),
    ...Object.fromEntries(further),
  };
  return Object.fromEntries(
    Object.entries(endpoint.responses as Record<string, TSchema>).map(([status, schema]) => [
      status,
      {
        description: STATUS_MEANINGS[Number(status)] ?? 'Success',
        ...(Object.keys(headers).length === 0 ? {} : { headers }),
        content: {
          'application/json': {
            schema: toJsonSchema(schema, nameOf),
            ...(Number(status) === example?.status ? { example: example.body } : {}),
          },
        },
      },
    ]),
  );
}

function errorsOf(endpoint: AnyEndpoint, nameOf: NameOf): JsonSchema {
  const error = toJsonSchema(componentSchema('Error'), nameOf);
  const { policy } = endpoint;
  const errors = takesIdempotencyKey(endpoint) ? joinErrors(endpoint.errors, IDEMPOTENCY_ERRORS) : endpoint.errors;
  const ofLimits = {
    ...RETRY_AFTER,
    ...(policy.usageHeaders ? MINUTE_HEADERS : {}),
    ...(policy.allowance === null ? {} : MONTHLY_HEADERS),
  };
  return Object.fromEntries(
    Object.entries(errors as Record<string, readonly ErrorCode[]>).map(([status, codes]) => [
      status,
      {
        description: `${STATUS_MEANINGS[Number(status)] ?? 'Error'} (${codes.join(', ')})`,
        ...(status === '429' ? { headers: ofLimits } : {}),
        content: {
          'application/json': {
            schema: { allOf: [error, { type: 'object', properties: { code: { enum: [...codes] } } }] },
          },
        },
      },
    ]),
  );
}
