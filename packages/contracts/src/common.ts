import { type SchemaOptions, type TSchema, Type } from '@sinclair/typebox';

/** Property type codes of the filters (doc 1 section 2). */
export const PROPERTY_TYPES = ['SFR', 'MFR', 'CONDO', 'MOBILE', 'LAND', 'OTHER'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

export const BUYER_TYPES = ['flipper', 'landlord'] as const;
export type BuyerType = (typeof BUYER_TYPES)[number];

/** What `propertytype` says for each code (decision 18). */
export const PROPERTY_TYPE_LABELS: Readonly<Record<PropertyType, string>> = {
  SFR: 'Single Family Residential',
  MFR: 'Multi-Family',
  CONDO: 'Condominium',
  MOBILE: 'Mobile/Manufactured',
  LAND: 'Vacant Land',
  OTHER: 'Commercial/Other',
};

/** One of a list of case-sensitive strings; a union of literals, which every JSON Schema tool understands. */
export const oneOf = <const Values extends readonly string[]>(values: Values, options: SchemaOptions = {}) =>
  Type.Unsafe<Values[number]>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      options,
    ),
  );

export const Nullable = <T extends TSchema>(schema: T, options: SchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options);

/** A field that may be left out or null, both meaning the same. */
export const OptionalNullable = <T extends TSchema>(schema: T, options: SchemaOptions = {}) =>
  Type.Optional(Nullable(schema, options));

export const Latitude = Type.Number({ minimum: -90, maximum: 90, description: 'Decimal degrees' });
export const Longitude = Type.Number({ minimum: -180, maximum: 180, description: 'Decimal degrees' });
/** YYYY-MM-DD, UTC calendar. */
export const CalendarDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'YYYY-MM-DD' });
