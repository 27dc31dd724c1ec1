import { type AnyEndpoint, editDistance } from '@plat/contracts';
import type { TSchema } from '@sinclair/typebox';
import { type BareItem, type Item, serializeList, Token } from 'structured-headers';

/** A field or query parameter that the endpoint does not define. */
export interface IgnoredField {
  /** Its path, joined with dots. */
  name: string;
  /** The known field that the caller probably meant, in the same form. */
  meant?: string;
}

const MAX_FIELDS = 20;
const MAX_NAME_CHARACTERS = 64;
/** Maximum edit distance between a name and its suggestion. */
const MAX_EDITS = 2;
const HEADER_SAFE_NAME = /^[\w.-]{1,64}$/;
/** Start of a token in RFC 9651, section 3.3.4, limited to letters. */
const TOKEN = /^[A-Za-z]/;

/**
 * Undefined body fields, nested ones included, and query parameters; at most 20. A schema without named fields
 * accepts any field.
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
    // No suggestion for parameters: their names are so short that most are similar.
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

/** The members of a union, otherwise the schema itself. */
const alternativesOf = (schema: TSchema): TSchema[] =>
  ((schema.anyOf ?? schema.allOf) as TSchema[] | undefined)?.flatMap(alternativesOf) ?? [schema];

/** The union of the fields of all schemas; undefined if there are none or if additional fields are allowed. */
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
 * The value of `X-Ignored-Fields`: an RFC 9651 list. It holds plain names only, so that a caller cannot inject
 * header text.
 * @returns an empty string when there is nothing to name.
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

/** Names of fields in the body whose schema marks them `deprecated`. */
export function deprecatedFields(endpoint: AnyEndpoint, body: Readonly<Record<string, unknown>>): string[] {
  const known: Readonly<Record<string, { deprecated?: unknown }>> = endpoint.request.body?.properties ?? {};
  return Object.keys(body).filter((name) => Object.hasOwn(known, name) && known[name]?.deprecated === true);
}
