import { type SchemaOptions, Type } from '@sinclair/typebox';
import { BUYER_TYPES, type BuyerType, OptionalNullable, oneOf, PROPERTY_TYPES, type PropertyType } from '../common.ts';

/** Property types of a buyer search that names none (doc 1 section 2.2). */
export const BUYER_SEARCH_PROPERTY_TYPES: readonly PropertyType[] = ['SFR', 'CONDO', 'MOBILE', 'MFR'];
/** Property types of the analytics and investor comps that name none (doc 1 sections 2.5 to 2.7). */
export const ANALYTICS_PROPERTY_TYPES: readonly PropertyType[] = ['SFR'];

/** Null and an empty array mean the same as leaving the field out. */
export const PropertyTypesFilter = (defaults: readonly PropertyType[], options: SchemaOptions = {}) =>
  OptionalNullable(Type.Array(oneOf(PROPERTY_TYPES)), {
    description: 'Property types to include; null or empty gives the default',
    default: [...defaults],
    ...options,
  });

export const BuyerTypesFilter = (options: SchemaOptions = {}) =>
  OptionalNullable(Type.Array(oneOf(BUYER_TYPES)), {
    description: 'Buyer types to include; null or empty gives the default',
    default: [...BUYER_TYPES],
    ...options,
  });

/** What a list filter selects: each value once in the order given, the defaults for none (decisions 8 and E.12). */
export const selectedOf = <Value>(given: readonly Value[] | null | undefined, defaults: readonly Value[]): Value[] =>
  given === null || given === undefined || given.length === 0 ? [...defaults] : [...new Set(given)];

export const selectedBuyerTypes = (given: readonly BuyerType[] | null | undefined): BuyerType[] =>
  selectedOf(given, BUYER_TYPES);
