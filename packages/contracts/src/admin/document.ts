import type { TSchema } from '@sinclair/typebox';
import { ERROR_CODES, ErrorBody, type ErrorCode } from '../errors.ts';
import { type JsonSchema, toJsonSchema, writeOut } from '../openapi/json-schema.ts';
import type { AnyAdminOperation } from './operation.ts';

const nameOf = (schema: TSchema): string | undefined => (schema === ErrorBody ? 'Error' : undefined);
const schemaOf = (schema: TSchema): JsonSchema => toJsonSchema(schema, nameOf);
const json = (schema: TSchema) => ({ 'application/json': { schema: schemaOf(schema) } });

/** Version of the operator API. */
export const ADMIN_VERSION = '1.0.0';

/** The OpenAPI document of the operator API. */
export function adminDocument(operations: readonly AnyAdminOperation[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plat operator API',
      version,
      description: 'For people who signed in to the console, never for API keys. Changes need x-csrf-token.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: writeOut(ErrorBody, nameOf) },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-plat-session' },
        csrf: { type: 'apiKey', in: 'header', name: 'x-csrf-token' },
      },
    },
  };
}

function describe(operation: AnyAdminOperation): object {
  const { summary, description, tag, roles, request, status, answer, method, takesFile, offersCsv, mediaType } =
    operation;
  const properties = Object.entries((request.query?.properties ?? {}) as Record<string, TSchema>);
  const required: readonly string[] = request.query?.required ?? [];
  const text = [description, roles === null ? null : `Roles: ${roles.join(', ')}.`].filter(Boolean).join(' ');
  return {
    operationId: operation.operation,
    summary,
    description: text,
    tags: [tag],
    security: roles === null ? [] : [method === 'GET' ? { session: [] } : { session: [], csrf: [] }],
    ...(properties.length === 0
      ? {}
      : {
          parameters: properties.map(([name, schema]) => ({
            name,
            in: 'query',
            required: required.includes(name),
            schema: schemaOf(schema),
          })),
        }),
    ...(request.body === undefined ? {} : { requestBody: { required: true, content: json(request.body) } }),
    ...(takesFile ? { requestBody: { required: true, content: { 'application/octet-stream': {} } } } : {}),
    responses: {
      [status]: {
        description: 'Success',
        ...(status === 204
          ? {}
          : { content: mediaType === undefined ? contentOf(answer, offersCsv) : { [mediaType]: {} } }),
      },
      ...errorsOf(operation),
    },
  };
}

const contentOf = (answer: TSchema, offersCsv = false) =>
  offersCsv ? Object.assign(json(answer), { 'text/csv': {} }) : json(answer);

/** Error statuses of an operation with their codes. */
function errorsOf({ roles, request, method, errors = [], takesFile }: AnyAdminOperation): Record<string, object> {
  const codes: ErrorCode[] = ['INTERNAL', ...errors];
  if (roles !== null) codes.push('SIGN_IN_REQUIRED', 'ROLE_NOT_ALLOWED');
  if (roles !== null && method !== 'GET') codes.push('CSRF_TOKEN_INVALID');
  if (request.body !== undefined || request.query !== undefined || takesFile) codes.push('VALIDATION_ERROR');
  const byStatus = Map.groupBy([...new Set(codes)], (code) => ERROR_CODES[code]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, known]) => [status, { description: known.join(', '), content: json(ErrorBody) }]),
  );
}
