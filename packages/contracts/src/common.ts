import { type SchemaOptions, type TSchema, Type } from '@sinclair/typebox';

/** Property type codes of the filters. */
export const PROPERTY_TYPES = ['SFR', 'MFR', 'CONDO', 'MOBILE', 'LAND', 'OTHER'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

export const BUYER_TYPES = ['flipper', 'landlord'] as const;
export type BuyerType = (typeof BUYER_TYPES)[number];

/** `propertytype` text of each code. */
export const PROPERTY_TYPE_LABELS: Readonly<Record<PropertyType, string>> = {
  SFR: 'Single Family Residential',
  MFR: 'Multi-Family',
  CONDO: 'Condominium',
  MOBILE: 'Mobile/Manufactured',
  LAND: 'Vacant Land',
  OTHER: 'Commercial/Other',
};

/** One of several case-sensitive strings, as a union of literals, which every JSON Schema tool understands. */
export const oneOf = <const Values extends readonly string[]>(values: Values, options: SchemaOptions = {}) =>
  Type.Unsafe<Values[number]>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      options,
    ),
  );

export const Nullable = <T extends TSchema>(schema: T, options: SchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options);

/** A field that may be omitted or null; both mean the same. */
export const OptionalNullable = <T extends TSchema>(schema: T, options: SchemaOptions = {}) =>
  Type.Optional(Nullable(schema, options));

export const Latitude = Type.Number({ minimum: -90, maximum: 90, description: 'Decimal degrees' });
export const Longitude = Type.Number({ minimum: -180, maximum: 180, description: 'Decimal degrees' });
/** YYYY-MM-DD, UTC calendar. */
export const CalendarDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'YYYY-MM-DD' });
/** ISO 8601 in UTC, such as `2026-03-01T12:00:00.000Z`. */
export const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$',
  description: 'ISO 8601 timestamp in UTC',
  examples: ['2026-03-01T12:00:00.000Z'],
});
export const Uuid = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'UUID',
  examples: ['0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60'],
});

const UUID = new RegExp(Uuid.pattern!, 'i');
/** Whether a text is a UUID, in either case. PostgreSQL rejects any other text for a uuid column. */
export const isUuid = (text: string): boolean => UUID.test(text);
