import type { OpenApiDocument } from './document.ts';
import {
  boundProblems,
  type Direction,
  defaultProblems,
  type Json,
  type Problem,
  typeProblems,
  unknownProblems,
  valueProblems,
} from './schema-value-compatibility.ts';

export interface Documents {
  before: OpenApiDocument;
  after: OpenApiDocument;
  /** Names of schemas that differ between the documents, or refer to one that does. */
  changed: ReadonlySet<string>;
}

/** Two documents, with a set of changed schemas that lets most comparisons be skipped. */
export function documentsOf(before: OpenApiDocument, after: OpenApiDocument): Documents {
  const [old, now] = [before.components.schemas, after.components.schemas];
  const changed = new Set(Object.keys({ ...old, ...now }).filter((name) => !Bun.deepEquals(old[name], now[name])));
  // The set grows during the iteration, until nothing else refers to a changed schema.
  for (const name of changed) {
    for (const [other, schema] of Object.entries(old)) if (namesIn(schema).includes(name)) changed.add(other);
  }
  return { before, after, changed };
}

const namesIn = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);

const isUntouched = (before: Json, after: Json, { changed }: Documents): boolean =>
  Bun.deepEquals(before, after) && !namesIn(before).some((name) => changed.has(name));

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Breaking changes between two schemas of the same place. Keywords unknown to these rules must not change.
 * @param where the place, for people.
 */
export function schemaProblems(
  where: string,
  direction: Direction,
  before: unknown,
  after: unknown,
  documents: Documents,
  seen: ReadonlySet<string> = new Set(),
): Problem[] {
  if (!isObject(before) || !isObject(after)) {
    return Bun.deepEquals(before, after) ? [] : [{ where, problem: 'the schema was added or removed' }];
  }
  if (isUntouched(before, after, documents)) return [];
  const both = `${before.$ref ?? ''} ${after.$ref ?? ''}`;
  if (before.$ref !== undefined && after.$ref !== undefined) {
    if (seen.has(both)) return [];
    return schemaProblems(
      where,
      direction,
      resolved(before, documents.before),
      resolved(after, documents.after),
      documents,
      new Set([...seen, both]),
    );
  }
  const [old, now] = [resolved(before, documents.before), resolved(after, documents.after)];
  if (old.anyOf !== undefined || now.anyOf !== undefined) {
    return alternativeProblems(where, direction, old, now, documents, seen);
  }
  return [
    ...typeProblems(where, direction, old, now),
    ...valueProblems(where, direction, old, now),
    ...boundProblems(where, direction, old, now),
    ...defaultProblems(where, direction, old, now),
    ...unknownProblems(where, old, now),
    ...fieldProblems(where, direction, old, now, documents, seen),
    ...itemProblems(where, direction, old, now, documents, seen),
  ];
}

/** Resolves a reference and merges `allOf`. */
function resolved(schema: Json, document: OpenApiDocument): Json {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.replace('#/components/schemas/', '');
    const target = document.components.schemas[name];
    if (target === undefined) throw new Error(`the document has no schema ${name}`);
    return resolved(target, document);
  }
  if (!Array.isArray(schema.allOf)) return schema;
  const { allOf, ...own } = schema;
  return (allOf as Json[])
    .map((part) => resolved(part, document))
    .reduce<Json>((joined, part) => joinOf(joined, part), own);
}

function joinOf(one: Json, other: Json): Json {
  const properties: Json = { ...(isObject(one.properties) ? one.properties : {}) };
  for (const [name, schema] of Object.entries(isObject(other.properties) ? other.properties : {})) {
    const known = properties[name];
    properties[name] = isObject(known) && isObject(schema) ? { ...known, ...schema } : schema;
  }
  const required = [...listOf(one.required), ...listOf(other.required)];
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function fieldProblems(
  where: string,
  direction: Direction,
  before: Json,
  after: Json,
  documents: Documents,
  seen: ReadonlySet<string>,
): Problem[] {
  const fields = (schema: Json): Json => (isObject(schema.properties) ? schema.properties : {});
  const isRequired = (schema: Json, field: string) => listOf(schema.required).includes(field);
  const [old, now] = [fields(before), fields(after)];
  const problems: Problem[] = [];
  for (const [field, schema] of Object.entries(old)) {
    const place = `${where} ${field}`;
    if (now[field] === undefined) problems.push({ where: place, problem: 'the field was removed' });
    else problems.push(...schemaProblems(place, direction, schema, now[field], documents, seen));
  }
  for (const field of new Set([...listOf(before.required), ...listOf(after.required)] as string[])) {
    const [was, is] = [isRequired(before, field), isRequired(after, field)];
    if (direction === 'request' && is && !was) problems.push({ where: `${where} ${field}`, problem: 'is required' });
    if (direction !== 'request' && was && !is && now[field] !== undefined) {
      problems.push({ where: `${where} ${field}`, problem: 'may be missing' });
    }
  }
  const isClosed = (schema: Json) => schema.additionalProperties === false;
  if (direction === 'response' && isClosed(before)) {
    if (!isClosed(after)) problems.push({ where, problem: 'may have further fields' });
    for (const field of Object.keys(now)) {
      if (old[field] === undefined && isRequired(after, field)) {
        problems.push({
          where: `${where} ${field}`,
          problem: 'is always present in an object that had no further fields',
        });
      }
    }
  }
  if (direction === 'request' && isClosed(after) && !isClosed(before)) {
    problems.push({ where, problem: 'refuses further fields' });
  }
  return problems;
}

function itemProblems(
  where: string,
  direction: Direction,
  before: Json,
  after: Json,
  documents: Documents,
  seen: ReadonlySet<string>,
): Problem[] {
  if (before.items === undefined && after.items === undefined) return [];
  return schemaProblems(`${where}[]`, direction, before.items, after.items, documents, seen);
}

/** Every alternative of the narrow side must fit one of the wide side. Responses must not lose any either. */
function alternativeProblems(
  where: string,
  direction: Direction,
  before: Json,
  after: Json,
  documents: Documents,
  seen: ReadonlySet<string>,
): Problem[] {
  const alternatives = (schema: Json): Json[] =>
    Array.isArray(schema.anyOf) ? (schema.anyOf as Json[]) : splitByType(schema);
  const [old, now] = [alternatives(before), alternatives(after)];
  const fits = (one: Json, other: Json) => schemaProblems(where, direction, one, other, documents, seen).length === 0;
  const mayGo = (one: Json) => direction !== 'request' && one.type === 'null';
  const lost = old.filter((one) => !mayGo(one) && !now.some((other) => fits(one, other)));
  const come = direction === 'request' ? [] : now.filter((other) => !old.some((one) => fits(one, other)));
  const rest = (schema: Json): Json => {
    const { anyOf: _, type: __, items: ___, properties: ____, ...others } = schema;
    return others;
  };
  /** An alternative with the same name is the same one after a change, which makes a clearer report. */
  const namesake = (one: Json, others: Json[]) =>
    one.$ref === undefined ? undefined : others.find(({ $ref }) => $ref === one.$ref);
  return [
    ...lost.flatMap((one) => {
      const changed = namesake(one, now);
      return changed === undefined
        ? [{ where, problem: `the alternative ${nameOf(one)} was removed or changed` }]
        : schemaProblems(`${where} ${nameOf(one)}`, direction, one, changed, documents, seen);
    }),
    ...come
      .filter((one) => namesake(one, lost) === undefined)
      .map((one) => ({ where, problem: `the alternative ${nameOf(one)} is new or changed` })),
    ...defaultProblems(where, direction, before, after),
    ...(before.anyOf !== undefined && after.anyOf !== undefined
      ? unknownProblems(where, rest(before), rest(after))
      : []),
  ];
}

/** A list of types is a set of alternatives; the default belongs to all of them together. */
const splitByType = ({ default: _, ...schema }: Json): Json[] =>
  Array.isArray(schema.type) ? (schema.type as string[]).map((type) => ({ ...schema, type })) : [schema];

const nameOf = (schema: Json): string =>
  String(schema.$ref ?? schema.title ?? schema.type ?? 'any')
    .split('/')
    .at(-1)!;
