import fc from 'fast-check';

/** A JSON Schema of the OpenAPI document, limited to what requests use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minProperties?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

/** Values with meaning for the Plat under test, by field name. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

const MAX_TEXT = 300;
/** Up to the maximum length; fast-check texts otherwise end after ten characters. */
const ANY_LENGTH = 'max' as const;
const MAX_LIST = 6;
const DEEP_LEVELS = 5_000;
const LONG_TEXT = 'x'.repeat(20_000);
const HUGE_TEXT = 'y'.repeat(300_000);

/** Texts that have broken parsers, databases, logs and headers. None resembles a leak. */
const ODD_TEXTS = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\uffff', '\ufeff', '\u202e', 'e\u0301'.repeat(50), '🏚️'],
  ...["'", '"', '\\', "'; drop table market.deal; --", '%', '%%', '%s%n', '_', '\\u0000', '$1', '{{7*7}}'],
  ...[
    '../../../../etc/passwd',
    '<script>',
    'null',
    'NaN',
    'Infinity',
    '-1',
    '1e309',
    '0x10',
    '١٢٣',
    'İ',
    'ß',
    '\t\r\n',
  ],
  ...['00000000-0000-0000-0000-000000000000', '2026-02-30', '9999-12-31T23:59:60Z', 'constructor', '__proto__'],
  LONG_TEXT,
] as const;
const ODD_NUMBERS = [
  ...[0, -0, -1, 0.1, 1e-320, 1e308, -1e308, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 90.000001, -180.5, 3.5, 1e21],
];

const oddText = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: 'binary', maxLength: 40, size: ANY_LENGTH }));
const oddNumber = fc.oneof(fc.constantFrom(...ODD_NUMBERS), fc.double({ noNaN: true, noDefaultInfinity: true }));
const odd: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { a: { b: {} } }),
  fc.array(oddText, { maxLength: 3 }),
  fc.constant(nested(40)),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values that a schema allows; prefers known values. */
export function valid(schema: Schema, components: Record<string, Schema>, known: KnownValues): fc.Arbitrary<unknown> {
  const inner = (one: Schema) => valid(one, components, known);
  if (schema.$ref !== undefined) return inner(components[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(inner));
  if (schema.allOf !== undefined) return inner(Object.assign({}, ...schema.allOf) as Schema);
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return fc.jsonValue({ maxDepth: 2 });
  return fc.oneof(...types.map((type) => ofType(type, schema, components, known)));
}

function ofType(
  type: string,
  schema: Schema,
  components: Record<string, Schema>,
  known: KnownValues,
): fc.Arbitrary<unknown> {
  const inner = (one: Schema) => valid(one, components, known);
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer': {
      const min = Math.ceil(schema.minimum ?? schema.exclusiveMinimum ?? -(2 ** 31));
      return fc.integer({ min, max: Math.max(min, Math.floor(schema.maximum ?? schema.exclusiveMaximum ?? 2 ** 31)) });
    }
    case 'number': {
      const min = schema.minimum ?? schema.exclusiveMinimum ?? -1e6;
      const max = Math.max(min, schema.maximum ?? schema.exclusiveMaximum ?? 1e6);
      return fc.double({ min, max, noNaN: true });
    }
    case 'string': {
      if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern));
      const minLength = schema.minLength ?? 0;
      const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? MAX_TEXT, MAX_TEXT));
      const lengths = { minLength, maxLength, size: ANY_LENGTH };
      return fc.oneof(fc.string(lengths), fc.string({ unit: 'grapheme', ...lengths }));
    }
    case 'array': {
      const minLength = schema.minItems ?? 0;
      return fc.array(inner(schema.items ?? {}), { minLength, maxLength: Math.max(minLength, MAX_LIST) });
    }
    default: {
      const required = new Set(schema.required ?? []);
      const { properties = {}, minProperties: minKeys = 0 } = schema;
      if (minKeys > 0 && Object.keys(properties).length === 0) {
        return fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 2 }), { minKeys, maxKeys: 8 });
      }
      const fields = Object.entries(properties).map(([name, one]) => {
        const values = known[name];
        const drawn = inner(one);
        return [
          name,
          values === undefined ? drawn : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, drawn),
        ] as const;
      });
      return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
    }
  }
}

/** A valid object with one or two faults. */
export const nearlyValid = (whole: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      whole,
      fc.array(fc.tuple(fc.nat(), fc.constantFrom('replace', 'remove', 'add', 'wrap'), odd, oddText), {
        minLength: 1,
        maxLength: 2,
      }),
    )
    .map(([value, changes]) => {
      let changed = structuredClone(value);
      for (const [at, change, replacement, name] of changes)
        changed = changedOnce(changed, at, change, replacement, name);
      return changed;
    });

function changedOnce(value: unknown, at: number, change: string, replacement: unknown, name: string): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return replacement;
  const fields = Object.keys(value);
  const field = fields[at % Math.max(1, fields.length)] ?? name;
  const entries = Object.entries(value).filter(([one]) => change !== 'remove' || one !== field);
  // Keeps __proto__ as an own property.
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [one, inner] of entries) copy[one] = inner;
  if (change === 'replace') copy[field] = replacement;
  if (change === 'wrap') copy[field] = [copy[field]];
  if (change === 'add') copy[name] = replacement;
  return copy;
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Bodies that are not JSON, not objects, or too large. */
export const oddBody: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc
    .constantFrom(
      ...[
        '',
        ' ',
        '{',
        '}',
        '{"a":',
        '{"a":1,}',
        "{'a':1}",
        '[]',
        'null',
        '7',
        '"text"',
        'true',
        '\ufeff{}',
        '{"a":NaN}',
      ],
      ...['{"a":1}{"a":2}', '{"__proto__":{"x":1}}', '{"a":1,"a":2}', '{"\\ud800":1}', `{"a":"${HUGE_TEXT}"}`],
      `${'['.repeat(DEEP_LEVELS)}${']'.repeat(DEEP_LEVELS)}`,
      `${'{"a":'.repeat(DEEP_LEVELS)}1${'}'.repeat(DEEP_LEVELS)}`,
      `{"a":${'9'.repeat(10_000)}}`,
    )
    .map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 200 }),
);

/** Needless but valid HTTP headers. */
export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    ...[
      'x-request-id',
      'content-type',
      'accept',
      'accept-encoding',
      'x-forwarded-for',
      'x-forwarded-proto',
      'forwarded',
    ],
    ...['authorization', 'cookie', 'x-user-id', 'search-id', 'idempotency-key', 'x-dry-run', 'traceparent', 'origin'],
    ...['if-none-match', 'range', 'content-encoding', 'x-http-method-override', 'x-plat-principal', 'prefer', 'te'],
  ),
  fc.oneof(
    fc.constantFrom(
      ...[
        '',
        ' ',
        'true',
        'false',
        '*/*',
        'gzip, br;q=0',
        '127.0.0.1',
        '::1, unknown',
        'Bearer ',
        'Basic YTpi',
        'a=b; c',
      ],
      ...[
        'application/json; charset=utf-16',
        'text/plain',
        'multipart/form-data; boundary=x',
        '\u00ff\u00fe',
        '"',
        ',',
      ],
      ...['00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-01', 'bytes=0-', '%00', '../x', 'x'.repeat(4_000)],
    ),
    fc.string({ maxLength: 60 }),
  ),
  { maxKeys: 3 },
);

/** A query string as it may appear in a URL, decodable or not. */
export const oddQuery = (names: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...names, 'unknown', '__proto__', ''),
        fc.oneof(
          oddText.map((text) => encodeURIComponent(text.toWellFormed())),
          fc.constantFrom('', '%', '%ff%fe', '%00', '+', 'a=b', '&', '%u0041', 'null', '[]', '-1'),
        ),
      ),
      { maxLength: 4 },
    )
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
