import { type SchemaOptions, Type } from '@sinclair/typebox';
import { BUYER_TYPES, type BuyerType, OptionalNullable, oneOf, PROPERTY_TYPES, type PropertyType } from '../common.ts';

/** Default property types of a buyer search. */
export const BUYER_SEARCH_PROPERTY_TYPES: readonly PropertyType[] = ['SFR', 'CONDO', 'MOBILE', 'MFR'];
/** Default property types of analytics and investor comps. */
export const ANALYTICS_PROPERTY_TYPES: readonly PropertyType[] = ['SFR'];

/** Null and an empty array mean the same as omitting the field. */
export const PropertyTypesFilter = (defaults: readonly PropertyType[], options: SchemaOptions = {}) =>
  OptionalNullable(Type.Array(oneOf(PROPERTY_TYPES)), {
    description: 'Property types to include; null or empty selects the default',
    default: [...defaults],
    ...options,
  });

export const BuyerTypesFilter = (options: SchemaOptions = {}) =>
  OptionalNullable(Type.Array(oneOf(BUYER_TYPES)), {
    description: 'Buyer types to include; null or empty selects the default',
    default: [...BUYER_TYPES],
    ...options,
  });

/** Values that a list filter selects: each once in the given order, or the defaults for none. */
export const selectedOf = <Value>(given: readonly Value[] | null | undefined, defaults: readonly Value[]): Value[] =>
  given === null || given === undefined || given.length === 0 ? [...defaults] : [...new Set(given)];

export const selectedBuyerTypes = (given: readonly BuyerType[] | null | undefined): BuyerType[] =>
  selectedOf(given, BUYER_TYPES);
