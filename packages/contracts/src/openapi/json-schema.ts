import type { TSchema } from '@sinclair/typebox';

export type JsonSchema = Record<string, unknown>;

/**
 * Converts TypeBox schemas to plain JSON Schema 2020-12 for people and generators: literal unions as `enum`, "or
 * null" of a simple type as a type list, and every named schema as a reference.
 * @param nameOf returns the component name of a schema, by identity; called for every schema.
 */
export function toJsonSchema(schema: TSchema, nameOf: (schema: TSchema) => string | undefined): JsonSchema {
  const name = nameOf(schema);
  return name === undefined ? writeOut(schema, nameOf) : { $ref: `#/components/schemas/${name}` };
}

/** As `toJsonSchema`, but writes out the schema itself even if it has a name. Used for definitions. */
export function writeOut(schema: TSchema, nameOf: (schema: TSchema) => string | undefined): JsonSchema {
  const nested = (inner: TSchema): JsonSchema => toJsonSchema(inner, nameOf);
  const { anyOf, properties, items, ...rest } = schema;
  // Object entries leave out TypeBox's symbols; the clone isolates the schema from later changes.
  const result: JsonSchema = structuredClone(Object.fromEntries(Object.entries(rest)));
  if (properties !== undefined) {
    result.properties = Object.fromEntries(
      Object.entries(properties as Record<string, TSchema>).map(([field, inner]) => [field, nested(inner)]),
    );
  }
  if (items !== undefined) result.items = nested(items);
  return anyOf === undefined ? result : { ...union(anyOf, nested), ...result };
}

function union(alternatives: readonly TSchema[], nested: (schema: TSchema) => JsonSchema): JsonSchema {
  if (alternatives.every((alternative) => typeof alternative.const === 'string')) {
    return { type: 'string', enum: alternatives.map((alternative) => alternative.const) };
  }
  const values = alternatives.filter((alternative) => alternative.type !== 'null').map(nested);
  const only = values[0];
  if (only === undefined || values.length === alternatives.length) return { anyOf: values };
  const isSimple = values.length === 1 && typeof only.type === 'string' && only.enum === undefined;
  return isSimple ? { ...only, type: [only.type, 'null'] } : { anyOf: [...values, { type: 'null' }] };
}
