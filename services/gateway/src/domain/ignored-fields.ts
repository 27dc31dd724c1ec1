import { type AnyEndpoint, editDistance } from '@plat/contracts';
import type { TSchema } from '@sinclair/typebox';
import { type BareItem, type Item, serializeList, Token } from 'structured-headers';

/** A field or query parameter that the endpoint does not know. */
export interface IgnoredField {
  /** The names on the way to it, joined with dots. */
  name: string;
  /** The known field that the caller may have meant, written in the same way. */
  meant?: string;
}

const MAX_FIELDS = 20;
const MAX_NAME_CHARACTERS = 64;
/** Edits between a name and the one that was meant. */
const MAX_EDITS = 2;
const HEADER_SAFE_NAME = /^[\w.-]{1,64}$/;
/** RFC 9651, section 3.3.4, as far as a header-safe name can be one. */
const TOKEN = /^[A-Za-z]/;

/**
 * Body fields, nested ones included, and query parameters that the endpoint does not know; at most 20. An object whose
 * schema names no field takes any.
 */
export function ignoredFields(
  { request }: AnyEndpoint,
  body: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): IgnoredField[] {
  const found = new Map<string, IgnoredField>();
  collect(body, knownFields([request.body]) ?? {}, '', found);
  const parameters = knownFields([request.query]) ?? {};
  for (const name of Object.keys(query)) {
    if (found.size >= MAX_FIELDS) break;
    // A parameter without a hint: their names are short, so that most of them are near another one.
    if (!Object.hasOwn(parameters, name) && !found.has(name)) found.set(name, { name });
  }
  return [...found.values()];
}

type Fields = Readonly<Record<string, TSchema[]>>;

function collect(given: object, known: Fields, prefix: string, found: Map<string, IgnoredField>): void {
  for (const [name, value] of Object.entries(given)) {
    if (found.size >= MAX_FIELDS) return;
    if (Object.hasOwn(known, name)) collectWithin(value, known[name] ?? [], `${prefix}${name}.`, found);
    else if (!found.has(prefix + name)) found.set(prefix + name, ignoredField(name, known, prefix));
  }
}

function collectWithin(value: unknown, schemas: TSchema[], prefix: string, found: Map<string, IgnoredField>): void {
  if (typeof value !== 'object' || value === null) return;
  const alternatives = schemas.flatMap(alternativesOf);
  if (Array.isArray(value)) {
    const items = alternatives.flatMap(({ items }) => (items === undefined ? [] : [items as TSchema]));
    if (items.length === 0) return;
    for (const [at, item] of value.entries()) collectWithin(item, items, `${prefix}${at}.`, found);
    return;
  }
  const known = knownFields(alternatives.filter(({ type }) => type === 'object'));
  if (known !== undefined) collect(value, known, prefix, found);
}

/** A schema, or what it is a choice of. */
const alternativesOf = (schema: TSchema): TSchema[] =>
  ((schema.anyOf ?? schema.allOf) as TSchema[] | undefined)?.flatMap(alternativesOf) ?? [schema];

/** The fields of all of the schemas together; undefined when there are none, or further ones are allowed. */
function knownFields(schemas: readonly (TSchema | undefined)[]): Fields | undefined {
  const known: Record<string, TSchema[]> = {};
  for (const schema of schemas) {
    if (schema === undefined) continue;
    const { additionalProperties: further, patternProperties } = schema;
    const isOpen = further === true || typeof further === 'object' || patternProperties !== undefined;
    if (isOpen) return undefined;
    for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, TSchema>)) {
      known[name] = [...(known[name] ?? []), field];
    }
  }
  return Object.keys(known).length === 0 ? undefined : known;
}

function ignoredField(name: string, known: Fields, prefix: string): IgnoredField {
  const field = prefix + name;
  if (name.length > MAX_NAME_CHARACTERS) return { name: field };
  let best: { meant: string; edits: number } | undefined;
  for (const [candidate, schemas] of Object.entries(known)) {
    if (schemas.some(({ deprecated }) => deprecated === true)) continue;
    if (Math.abs(candidate.length - name.length) > MAX_EDITS) continue;
    const edits = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (edits <= MAX_EDITS && edits < (best?.edits ?? Number.POSITIVE_INFINITY)) best = { meant: candidate, edits };
  }
  return best === undefined ? { name: field } : { name: field, meant: prefix + best.meant };
}

/**
 * The value of `X-Ignored-Fields`: a list of RFC 9651. Only plain names are in it, because a header must not carry what a
 * caller made up.
 * @returns empty when there is nothing to name.
 */
export function ignoredFieldsHeader(fields: readonly IgnoredField[]): string {
  const items = fields
    .filter(({ name }) => HEADER_SAFE_NAME.test(name))
    .map(({ name, meant }): Item => {
      const parameters = new Map<string, BareItem>(meant === undefined ? [] : [['did-you-mean', meant]]);
      return [TOKEN.test(name) ? new Token(name) : name, parameters];
    });
  return items.length === 0 ? '' : serializeList(items).replaceAll(';did-you-mean', '; did-you-mean');
}

/** Names of fields that were sent although their schema marks them `deprecated`. */
export function deprecatedFields(endpoint: AnyEndpoint, body: Readonly<Record<string, unknown>>): string[] {
  const known: Readonly<Record<string, { deprecated?: unknown }>> = endpoint.request.body?.properties ?? {};
  return Object.keys(body).filter((name) => Object.hasOwn(known, name) && known[name]?.deprecated === true);
}
