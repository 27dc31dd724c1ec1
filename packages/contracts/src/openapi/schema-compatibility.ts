import type { OpenApiDocument } from './document.ts';

type Json = Record<string, unknown>;

/** One change that breaks callers: where in the document, and what. */
export interface Problem {
  where: string;
  problem: string;
}

/** `request`: what was accepted stays so. `response`: only what was possible comes. `error`: codes may be added. */
export type Direction = 'request' | 'response' | 'error';

export interface Documents {
  before: OpenApiDocument;
  after: OpenApiDocument;
  /** Names of schemas that are not the same in both, or refer to one that is not. */
  changed: ReadonlySet<string>;
}

/** Two documents, with what most comparisons of their schemas can be spared by. */
export function documentsOf(before: OpenApiDocument, after: OpenApiDocument): Documents {
  const [old, now] = [before.components.schemas, after.components.schemas];
  const changed = new Set(Object.keys({ ...old, ...now }).filter((name) => !Bun.deepEquals(old[name], now[name])));
  // The set grows while it is gone through, until nothing refers to anything in it.
  for (const name of changed) {
    for (const [other, schema] of Object.entries(old)) if (namesIn(schema).includes(name)) changed.add(other);
  }
  return { before, after, changed };
}

const namesIn = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);

const isUntouched = (before: Json, after: Json, { changed }: Documents): boolean =>
  Bun.deepEquals(before, after) && !namesIn(before).some((name) => changed.has(name));

/** On a list of values of answers: more may come, and callers were told so. */
const OPEN_ENUM = 'x-open-enum';

/** Keywords that say nothing about which values hold. */
const TEXTS: readonly string[] = [
  'description',
  'title',
  'example',
  'examples',
  'deprecated',
  '$id',
  '$comment',
  OPEN_ENUM,
];
const COMPARED: readonly string[] = [
  ...['type', 'enum', 'const', 'anyOf', 'allOf', '$ref', 'properties', 'required', 'additionalProperties', 'items'],
  ...['default'],
];
/** Bounds, by whether a larger number lets less through. */
const BOUNDS: Readonly<Record<string, 'lower' | 'upper'>> = {
  minimum: 'lower',
  exclusiveMinimum: 'lower',
  minLength: 'lower',
  minItems: 'lower',
  minProperties: 'lower',
  maximum: 'upper',
  exclusiveMaximum: 'upper',
  maxLength: 'upper',
  maxItems: 'upper',
  maxProperties: 'upper',
};

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What breaks callers between two schemas of the same place. A keyword that these rules do not know must not change.
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
    return Bun.deepEquals(before, after) ? [] : [{ where, problem: 'the schema came or went' }];
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

/** The schema behind a reference, with what `allOf` joins in one place. */
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

/** Which of two may let less through: what was sent must be accepted now, what comes must have been possible. */
const narrowAndWide = (direction: Direction, before: Json, after: Json): [narrow: Json, wide: Json] =>
  direction === 'request' ? [before, after] : [after, before];

const typesOf = ({ type }: Json): string[] | null =>
  type === undefined ? null : ((Array.isArray(type) ? type : [type]) as string[]);

function typeProblems(where: string, direction: Direction, before: Json, after: Json): Problem[] {
  const [narrow, wide] = narrowAndWide(direction, before, after);
  const [inner, outer] = [typesOf(narrow), typesOf(wide)];
  if (outer === null) return [];
  const isIn = (type: string) => outer.includes(type) || (type === 'integer' && outer.includes('number'));
  if (inner?.every(isIn) === true) return [];
  return [{ where, problem: `the type was ${typesOf(before) ?? 'any'} and is ${typesOf(after) ?? 'any'}` }];
}

const valuesOf = ({ enum: values, const: only }: Json): unknown[] | null =>
  Array.isArray(values) ? values : only === undefined ? null : [only];

/** A value that can no longer be sent or never comes again breaks callers, and so does one that was not expected. */
function valueProblems(where: string, direction: Direction, before: Json, after: Json): Problem[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  if (old === null && now === null) return [];
  const told = (values: unknown[] | null) => (values === null ? 'any value' : values.join(', '));
  const gone = now !== null && (old === null || old.some((value) => !now.includes(value)));
  const come = old !== null && (now === null || now.some((value) => !old.includes(value)));
  const mayCome = direction !== 'response' || (now !== null && after[OPEN_ENUM] === true);
  const isBroken = mayCome ? gone : gone || come;
  return isBroken ? [{ where, problem: `the values were ${told(old)} and are ${told(now)}` }] : [];
}

function boundProblems(where: string, direction: Direction, before: Json, after: Json): Problem[] {
  const [narrow, wide] = narrowAndWide(direction, before, after);
  return Object.entries(BOUNDS).flatMap(([keyword, side]) => {
    const [inner, outer] = [narrow[keyword], wide[keyword]];
    if (outer === undefined) return [];
    const isInside =
      typeof inner === 'number' && typeof outer === 'number' && (side === 'lower' ? inner >= outer : inner <= outer);
    if (isInside) return [];
    const told = (value: unknown) => value ?? 'none';
    return [{ where, problem: `${keyword} was ${told(before[keyword])} and is ${told(after[keyword])}` }];
  });
}

/** Whoever leaves a field out gets something else. */
const defaultProblems = (where: string, direction: Direction, before: Json, after: Json): Problem[] =>
  direction !== 'request' || before.default === undefined || Bun.deepEquals(before.default, after.default)
    ? []
    : [{ where, problem: 'the default changed' }];

function unknownProblems(where: string, before: Json, after: Json): Problem[] {
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keywords]
    .filter((keyword) => !TEXTS.includes(keyword) && !COMPARED.includes(keyword) && BOUNDS[keyword] === undefined)
    .filter((keyword) => !Bun.deepEquals(before[keyword], after[keyword]))
    .map((keyword) => ({ where, problem: `${keyword} changed` }));
}

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
    if (now[field] === undefined) problems.push({ where: place, problem: 'the field is gone' });
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
        problems.push({ where: `${where} ${field}`, problem: 'always comes in an object that had no further fields' });
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

/** Every alternative of the narrow side must fit one of the wide side; in answers, none may be lost either. */
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
  /** One of the same name is the same alternative with something changed, and that is what people look for. */
  const namesake = (one: Json, others: Json[]) =>
    one.$ref === undefined ? undefined : others.find(({ $ref }) => $ref === one.$ref);
  return [
    ...lost.flatMap((one) => {
      const changed = namesake(one, now);
      return changed === undefined
        ? [{ where, problem: `the alternative ${nameOf(one)} is gone or changed` }]
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

/** A list of types is a set of alternatives. */
const splitByType = (schema: Json): Json[] =>
  Array.isArray(schema.type) ? (schema.type as string[]).map((type) => ({ ...schema, type })) : [schema];

const nameOf = (schema: Json): string =>
  String(schema.$ref ?? schema.title ?? schema.type ?? 'any')
    .split('/')
    .at(-1)!;
