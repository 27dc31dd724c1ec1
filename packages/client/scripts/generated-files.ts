import {
  type AnyEndpoint,
  type ErrorCode,
  IDEMPOTENCY_ERRORS,
  joinErrors,
  offersDryRun,
  openApiDocument,
  PUBLIC_ENDPOINTS,
  takesIdempotencyKey,
} from '@plat/contracts';
import { ADMIN_OPERATIONS } from '@plat/contracts/admin';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const INTERFACE_VERSION = '1.0.0';
export const NOTICE = '// Written by `bun run generate` from the contracts; do not edit.\n\n';

type JsonSchema = Record<string, unknown>;

interface DocumentParameter {
  name: string;
  in: 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

interface DocumentOperation {
  parameters?: DocumentParameter[];
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<string, { content: { 'application/json': { schema: JsonSchema } } }>;
}

/** Everything needed to write one method of the client. */
interface Method {
  endpoint: AnyEndpoint;
  parameters: DocumentParameter[];
  bodyType: string | null;
  parametersType: string | null;
  /** By status; several where the work can run in the background. */
  answerTypes: Record<string, string>;
  mayAnswerNull: boolean;
}

/** Headers that the client sets itself. */
const OWN_HEADERS = ['Idempotency-Key', 'X-Dry-Run'];
const ID_TOKEN: DocumentParameter = {
  name: 'id_token',
  in: 'header',
  required: true,
  description: 'ID token of the user',
  schema: { type: 'string' },
};

const pascal = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
const referenceName = ({ $ref }: JsonSchema): string | undefined => String($ref ?? '').split('/')[3];

/**
 * Generates the client's sources by file name; the same contracts give the same text.
 * @returns `schemas.ts` with every shape, `operations.ts` with one method per public operation.
 */
export async function generatedFiles(): Promise<Record<string, string>> {
  const document = openApiDocument({ version: INTERFACE_VERSION, audience: 'public', endpoints: PUBLIC_ENDPOINTS });
  const schemas: Record<string, JsonSchema> = { ...document.components.schemas };
  const named = (name: string, schema: JsonSchema): string => {
    const known = referenceName(schema);
    if (known !== undefined) return known;
    if (schemas[name] !== undefined) throw new Error(`two shapes are called ${name}`);
    schemas[name] = schema;
    return name;
  };
  const methods = PUBLIC_ENDPOINTS.map((endpoint): Method => {
    const {
      parameters: all = [],
      requestBody,
      responses,
    } = document.paths[endpoint.path]![endpoint.method.toLowerCase()] as unknown as DocumentOperation;
    const name = pascal(endpoint.operation);
    const parameters = all.filter((parameter) => !OWN_HEADERS.includes(parameter.name));
    if (endpoint.request.headers?.authorization !== undefined) parameters.push(ID_TOKEN);
    const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
    return {
      endpoint,
      parameters,
      bodyType: requestBody ? named(`${name}Request`, requestBody.content['application/json'].schema) : null,
      parametersType: parameters.length === 0 ? null : named(`${name}Parameters`, objectOf(parameters)),
      answerTypes: Object.fromEntries(
        successes.map((status) => [
          status,
          named(`${name}Answer`, responses[status]!.content['application/json'].schema),
        ]),
      ),
      mayAnswerNull: successes.some((status) => allowsNull(responses[status]!.content['application/json'].schema)),
    };
  });
  const ast = await openapiTS(
    JSON.stringify({ ...document, paths: {}, webhooks: {}, components: { schemas } }),
    // Requests may omit a field with a default.
    { defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true, emptyObjectsUnknown: true },
  );
  return {
    'schemas.ts': NOTICE + astToString(ast.map(withUndefined)),
    'operations.ts': NOTICE + operationsSource(methods, Object.keys(schemas)),
  };
}

/** Adds `undefined` to optional fields, which otherwise refuse it under `exactOptionalPropertyTypes`. */
export function withUndefined(node: ts.Node): ts.Node {
  const { transformed } = ts.transform(node, [
    (context) => (root) => {
      const visit = (one: ts.Node): ts.Node => {
        const visited = ts.visitEachChild(one, visit, context);
        if (!ts.isPropertySignature(visited) || visited.questionToken === undefined) return visited;
        const { modifiers, name, questionToken, type } = visited;
        if (type === undefined) return visited;
        const missing = ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword);
        const either = ts.factory.createUnionTypeNode([type, missing]);
        return ts.factory.updatePropertySignature(visited, modifiers, name, questionToken, either);
      };
      return ts.visitNode(root, visit) as ts.Node;
    },
  ]);
  return transformed[0] as ts.Node;
}

const allowsNull = ({ type, anyOf }: JsonSchema): boolean =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || (Array.isArray(anyOf) && anyOf.some(allowsNull));

const objectOf = (parameters: readonly DocumentParameter[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters.map(({ name, description, schema }) => [
      name,
      { ...schema, ...(description === undefined ? {} : { description }) },
    ]),
  ),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

function operationsSource(methods: readonly Method[], schemaNames: readonly string[]): string {
  const table = Object.fromEntries(methods.map((method) => [method.endpoint.operation, rowOf(method)]));
  const body = methods.map(methodSource).join('\n\n');
  const used = schemaNames.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  return [
    `import type { CallOptions, Operation } from '../operation.ts';`,
    `import type { ${used.sort().join(', ')} } from './schemas.ts';`,
    '',
    '/** Every public operation: its place, and how it may be repeated. */',
    `export const OPERATIONS = ${JSON.stringify(table, null, 2)} as const satisfies Record<string, Operation>;`,
    '',
    'export type OperationName = keyof typeof OPERATIONS;',
    '',
    '/** Every error code of the API. */',
    `export const ERROR_CODES = ${JSON.stringify(errorCodesOf(methods))} as const;`,
    'export type ErrorCode = (typeof ERROR_CODES)[number];',
    '',
    '/** One method for each public operation. Each throws PlatError. */',
    'export abstract class PlatOperations {',
    '  /** Sends one operation and reads its response. */',
    '  protected abstract send(',
    '    name: OperationName,',
    '    input: { body?: unknown; parameters?: object | undefined },',
    '    options?: CallOptions,',
    '  ): Promise<unknown>;',
    '',
    body,
    '}',
    '',
  ].join('\n');
}

/** Documented codes of all operations, and those of unknown paths and methods. */
function errorCodesOf(methods: readonly Method[]): ErrorCode[] {
  const listed = methods.flatMap(({ endpoint }) => {
    const errors = takesIdempotencyKey(endpoint) ? joinErrors(endpoint.errors, IDEMPOTENCY_ERRORS) : endpoint.errors;
    return Object.values(errors as Record<string, readonly ErrorCode[]>).flat();
  });
  const ofAdmin = ADMIN_OPERATIONS.flatMap(({ errors = [] }) => errors);
  const always: ErrorCode[] = ['SIGN_IN_REQUIRED', 'ROLE_NOT_ALLOWED', 'CSRF_TOKEN_INVALID'];
  return [
    ...new Set<ErrorCode>([...listed, ...ofAdmin, ...always, 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'SERVICE_UNAVAILABLE']),
  ].sort();
}

const rowOf = ({ endpoint, parameters, mayAnswerNull }: Method) => ({
  method: endpoint.method,
  path: endpoint.path,
  queryNames: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
  headerNames: parameters.filter((one) => one.in === 'header').map(({ name }) => name),
  takesApiKey: endpoint.policy.missingKeyStatus !== null,
  takesUserId: endpoint.policy.missingUserStatus !== null,
  takesIdempotencyKey: takesIdempotencyKey(endpoint),
  offersDryRun: offersDryRun(endpoint),
  mayAnswerNull,
  deadlineMs: endpoint.policy.deadlineMs,
});

function methodSource(method: Method): string {
  const { endpoint, answerTypes } = method;
  const { operation, summary, description, policy } = endpoint;
  const text = description === undefined ? `${summary}.` : `${summary}.\n   * ${description}`;
  const doc = `  /**\n   * ${text}\n   * \`${endpoint.method} ${endpoint.path}\`\n   */`;
  const answers = [...new Set(Object.values(answerTypes))];
  const given = [
    ...(method.bodyType === null ? [] : ['body']),
    ...(method.parametersType === null ? [] : ['parameters']),
  ];
  const call = `return this.send('${operation}', { ${given.join(', ')} }, options) as Promise<${answers.join(' | ')}>;`;
  const implementation = (signature: string) => `  ${signature} {\n    ${call}\n  }`;
  if (answers.length === 1) return `${doc}\n${implementation(signatureOf(method, method.bodyType, answers[0]!))}`;
  const field = policy.backgroundField;
  if (field === undefined || method.bodyType === null)
    throw new Error(`${operation} has two unexplained success responses`);
  const waited = signatureOf(
    method,
    `${method.bodyType} & { ${field}?: false | null | undefined }`,
    answerTypes['200']!,
  );
  const started = signatureOf(method, `${method.bodyType} & { ${field}: true }`, answerTypes['202']!);
  const either = signatureOf(method, method.bodyType, answers.join(' | '));
  return [doc, `  ${waited};`, `  ${started};`, `  ${either};`, implementation(either)].join('\n');
}

function signatureOf(
  { endpoint, parameters, parametersType }: Method,
  bodyType: string | null,
  answer: string,
): string {
  const arguments_ = [
    ...(bodyType === null ? [] : [`body: ${bodyType}`]),
    ...(parametersType === null
      ? []
      : [`parameters${parameters.some(({ required }) => required) ? '' : '?'}: ${parametersType}`]),
    'options?: CallOptions',
  ];
  return `${endpoint.operation}(${arguments_.join(', ')}): Promise<${answer}>`;
}
