import { type Static, Type } from '@sinclair/typebox';
import { CANONICAL_FILES, CANONICAL_KINDS, type CanonicalKind } from '../canonical/canonical.ts';

/**
 * A source mapping turns one publisher's files into canonical rows. It is plain JSON, so that an operator can
 * write one; built-in mappings have the same form. Column expressions are a closed vocabulary, never SQL.
 */
const closed = { additionalProperties: false } as const;
const text = Type.String({ minLength: 1 });

export const ColumnExpression = Type.Recursive(
  (Self) =>
    Type.Union([
      Type.String({ minLength: 1, description: 'a column of the file, by its header' }),
      Type.Object({ column: text, optional: Type.Optional(Type.Boolean()) }, closed),
      Type.Object({ constant: text }, closed),
      Type.Object({ firstOf: Type.Array(Self, { minItems: 2 }) }, closed),
      Type.Object({ concat: Type.Array(Self, { minItems: 2 }), separator: Type.Optional(Type.String()) }, closed),
      /** A name in two columns: wrapped over both, or two co-owners. */
      Type.Object({ ownerName: Type.Tuple([Self, Self]) }, closed),
      /** A mailing address in two lines, one of which may be a recipient (C/O, a company) or a unit. */
      Type.Object({ streetLine: Type.Tuple([Self, Self]) }, closed),
      Type.Object({ cityStateOf: Self, part: Type.Union([Type.Literal('city'), Type.Literal('state')]) }, closed),
      Type.Object({ scale: Self, by: Type.Number({ exclusiveMinimum: 0 }) }, closed),
      Type.Object({ sum: Type.Array(Self, { minItems: 2 }) }, closed),
      Type.Object({ difference: Type.Tuple([Self, Self]) }, closed),
      Type.Object(
        { extract: Self, pattern: text, group: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })) },
        closed,
      ),
      Type.Object(
        {
          codes: Self,
          as: Type.Record(Type.String(), Type.String()),
          otherwise: Type.Optional(Type.Union([Type.Literal('keep'), Type.Literal('drop')])),
        },
        closed,
      ),
      Type.Object({ without: Self, values: Type.Array(Type.String(), { minItems: 1 }) }, closed),
    ]),
  { $id: 'ColumnExpression' },
);
export type ColumnExpression = Static<typeof ColumnExpression>;

/** Columns of a transfer or listing beyond the canonical ones, which locate its parcel. */
export const PLACE_COLUMNS = ['state', 'county'] as const;

/** The columns that rows of a kind may have in an import. */
export function importColumns(kind: CanonicalKind): readonly string[] {
  const canonical = Object.keys(CANONICAL_FILES[kind]);
  return kind === 'transfers' || kind === 'listings' ? [...canonical, ...PLACE_COLUMNS] : canonical;
}

const kindSchema = Type.Union(CANONICAL_KINDS.map((kind) => Type.Literal(kind)));

export const ProducedRows = Type.Object(
  {
    kind: kindSchema,
    columns: Type.Record(text, ColumnExpression, { minProperties: 1 }),
    /** Canonical columns of which a row needs one to have data of this kind. Other rows are skipped, not rejected. */
    onlyWith: Type.Optional(Type.Array(text, { minItems: 1 })),
  },
  closed,
);
export type ProducedRows = Static<typeof ProducedRows>;

export const SourceInput = Type.Object(
  {
    /** Glob on the file's name; the first input that matches reads the file. */
    file: text,
    /** Line of the header, 1 by default. */
    headerLine: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
    /** Worksheet of a workbook, by name or 1-based number; the first by default. */
    sheet: Type.Optional(Type.Union([text, Type.Integer({ minimum: 1 })])),
    /** Further texts that mean an empty cell. */
    emptyValues: Type.Optional(Type.Array(text)),
    produces: Type.Array(ProducedRows, { minItems: 1 }),
  },
  closed,
);
export type SourceInput = Static<typeof SourceInput>;

export const SourceMapping = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$' }),
    title: text,
    /** Notes on the publisher's files, printed in the import's summary. */
    notes: Type.Optional(Type.Array(text)),
    inputs: Type.Array(SourceInput, { minItems: 1 }),
  },
  closed,
);
export type SourceMapping = Static<typeof SourceMapping>;
