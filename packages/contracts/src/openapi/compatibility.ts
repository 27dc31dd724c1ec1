import type { OpenApiDocument } from './document.ts';
import { type Documents, documentsOf, isObject, schemaProblems } from './schema-compatibility.ts';
import type { Direction, Json, Problem } from './schema-value-compatibility.ts';

export type { Problem } from './schema-value-compatibility.ts';

/**
 * Returns the changes of a new document that break callers of the old one; empty when all changes are additions.
 * Requests must not be restricted or lose meaning, and responses must stay within what the old document allowed.
 * Texts and examples do not matter. New error statuses and codes are additions.
 */
export function incompatibilities(before: OpenApiDocument, after: OpenApiDocument): Problem[] {
  const problems: Problem[] = [];
  const documents = documentsOf(before, after);
  for (const [path, methods] of Object.entries(before.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const where = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      if (now === undefined) problems.push({ where, problem: 'the operation was removed' });
      else problems.push(...operationProblems(where, operation, now, documents));
    }
  }
  problems.push(...webhookProblems(documents));
  for (const [name, scheme] of Object.entries(before.components.securitySchemes)) {
    const where = `securitySchemes ${name}`;
    const now = after.components.securitySchemes[name];
    if (isObject(now) && isSame(withoutText(scheme), withoutText(now))) continue;
    problems.push({ where, problem: 'the way to send keys changed' });
  }
  return problems;
}

/** A document without its texts, to compare what programs read. */
export function withoutText<T>(value: T, isNameMap = false): T {
  if (Array.isArray(value)) return value.map((one) => withoutText(one)) as T;
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([key]) => isNameMap || !TEXT_KEYS.includes(key));
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, withoutText(inner, !isNameMap && NAME_MAPS.includes(key))]),
  ) as T;
}

const TEXT_KEYS: readonly string[] = ['description', 'summary', 'example', 'examples', 'tags', 'x-codeSamples'];
/** Keys in these maps are names of the interface: a field may be called `description`. */
const NAME_MAPS: readonly string[] = [
  ...['properties', 'schemas', 'headers', 'paths', 'webhooks', 'responses', 'securitySchemes'],
];

const isSame = (one: unknown, other: unknown): boolean => Bun.deepEquals(one, other);

function operationProblems(where: string, before: Json, after: Json, documents: Documents): Problem[] {
  const compare = (place: string, direction: Direction, one: unknown, other: unknown) =>
    schemaProblems(place, direction, one, other, documents);
  return [
    ...(before.operationId === after.operationId ? [] : [{ where, problem: 'operationId changed' }]),
    ...goneOf(where, 'alias', before['x-aliases'], after['x-aliases']),
    ...goneOf(where, 'method', before['x-methods'], after['x-methods']),
    ...securityProblems(where, before.security, after.security),
    ...parameterProblems(where, before.parameters, after.parameters, compare),
    ...bodyProblems(where, before.requestBody, after.requestBody, compare),
    ...responseProblems(where, before.responses as Json, after.responses as Json, compare),
    ...dryRunProblems(where, before['x-dry-run'], after['x-dry-run'], compare),
  ];
}

/** A webhook call is to its receiver what a response is to a caller. */
function webhookProblems(documents: Documents): Problem[] {
  const { before, after } = documents;
  return Object.entries(before.webhooks ?? {}).flatMap(([event, { post }]) => {
    const where = `webhook ${event}`;
    const now = after.webhooks?.[event]?.post;
    if (now === undefined) return [{ where, problem: 'it is no longer sent' }];
    const headers = (call: Json) =>
      listOf(call.parameters)
        .filter(isObject)
        .filter(({ required }) => required === true)
        .map(({ name }) => name);
    const compare: Compare = (place, direction, one, other) => schemaProblems(place, direction, one, other, documents);
    return [
      ...goneOf(where, 'header', headers(post), headers(now)),
      ...contentProblems(where, 'response', post.requestBody as Json, now.requestBody as Json, compare),
    ];
  });
}

type Compare = (place: string, direction: Direction, before: unknown, after: unknown) => Problem[];

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const goneOf = (where: string, what: string, before: unknown, after: unknown): Problem[] =>
  listOf(before)
    .filter((one) => !listOf(after).includes(one))
    .map((one) => ({ where, problem: `the ${what} ${one} was removed` }));

/** Every credential that was sufficient must stay sufficient. */
function securityProblems(where: string, before: unknown, after: unknown): Problem[] {
  const ways = (security: unknown) => {
    const listed = listOf(security)
      .filter(isObject)
      .map((way) => Object.keys(way));
    return listed.length === 0 ? [[]] : listed;
  };
  return ways(before)
    .filter((old) => !ways(after).some((now) => now.every((scheme) => old.includes(scheme))))
    .map((old) => ({ where, problem: `${old.join(' and ') || 'no key'} is no longer sufficient` }));
}

function parameterProblems(where: string, before: unknown, after: unknown, compare: Compare): Problem[] {
  const named = (parameters: unknown) =>
    new Map(
      listOf(parameters)
        .filter(isObject)
        .map((one) => [`${one.in} parameter ${one.name}`, one]),
    );
  const [old, now] = [named(before), named(after)];
  const problems: Problem[] = [];
  for (const [name, parameter] of old) {
    const place = `${where} ${name}`;
    const other = now.get(name);
    if (other === undefined) problems.push({ where: place, problem: 'was removed' });
    else {
      if (other.required === true && parameter.required !== true)
        problems.push({ where: place, problem: 'is required' });
      problems.push(...compare(place, 'request', parameter.schema, other.schema));
    }
  }
  for (const [name, parameter] of now) {
    if (!old.has(name) && parameter.required === true) {
      problems.push({ where: `${where} ${name}`, problem: 'is new and required' });
    }
  }
  return problems;
}

function bodyProblems(where: string, before: unknown, after: unknown, compare: Compare): Problem[] {
  const place = `${where} body`;
  if (!isObject(before)) {
    return isObject(after) && after.required === true ? [{ where: place, problem: 'is new and required' }] : [];
  }
  if (!isObject(after)) return [{ where: place, problem: 'was removed' }];
  const required = after.required === true && before.required !== true;
  return [
    ...(required ? [{ where: place, problem: 'is required' }] : []),
    ...contentProblems(place, 'request', before, after, compare),
  ];
}

function contentProblems(place: string, direction: Direction, before: Json, after: Json, compare: Compare): Problem[] {
  const now = isObject(after.content) ? after.content : {};
  return Object.entries(isObject(before.content) ? before.content : {}).flatMap(([type, content]) => {
    const other = now[type];
    if (!isObject(other) || !isObject(content)) return [{ where: place, problem: `${type} was removed` }];
    return compare(place, direction, content.schema, other.schema);
  });
}

const isSuccess = (status: string): boolean => status.startsWith('2');

function responseProblems(where: string, before: Json, after: Json, compare: Compare): Problem[] {
  const problems: Problem[] = [];
  for (const [status, response] of Object.entries(before)) {
    const place = `${where} ${status}`;
    const now = after[status];
    if (!isObject(now) || !isObject(response)) problems.push({ where: place, problem: 'the status was removed' });
    else {
      const headers = isObject(now.headers) ? now.headers : {};
      for (const [name, header] of Object.entries(isObject(response.headers) ? response.headers : {})) {
        const other = headers[name];
        if (!isObject(other) || !isObject(header)) {
          problems.push({ where: place, problem: `the header ${name} was removed` });
        } else problems.push(...compare(`${place} header ${name}`, 'response', header.schema, other.schema));
      }
      problems.push(...contentProblems(place, isSuccess(status) ? 'response' : 'error', response, now, compare));
    }
  }
  for (const status of Object.keys(after)) {
    if (isSuccess(status) && before[status] === undefined) {
      problems.push({ where: `${where} ${status}`, problem: 'is a new success status' });
    }
  }
  return problems;
}

function dryRunProblems(where: string, before: unknown, after: unknown, compare: Compare): Problem[] {
  if (before === undefined) return [];
  if (after === undefined) return [{ where, problem: 'dry runs were removed' }];
  return compare(`${where} dry run`, 'response', before, after);
}
