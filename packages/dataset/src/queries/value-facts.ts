import type { DatasetRow } from '../tables.ts';

/** Property types that can be valued. */
const VALUED_TYPES: ReadonlySet<string> = new Set(['SFR', 'MFR', 'CONDO', 'MOBILE']);
const LIVING_AREA_MIN_SQFT = 300;
const LIVING_AREA_MAX_SQFT = 20_000;

/** The property columns that the value model uses. */
export const VALUE_COLUMNS = [
  'property_id',
  'property_type',
  'land_use',
  'county',
  'zip',
  'subdivision',
  'latitude',
  'longitude',
  'bedrooms',
  'bathrooms',
  'living_square_feet',
  'lot_square_feet',
  'year_built',
  'effective_year_built',
  'units_count',
  'quality_grade',
  'waterfront',
] as const satisfies readonly (keyof DatasetRow<'property'>)[];

export type ValueFacts = Pick<DatasetRow<'property'>, (typeof VALUE_COLUMNS)[number]>;

/** Facts that include everything a value requires. */
export type ValuedFacts = ValueFacts & { latitude: number; longitude: number; living_square_feet: number };

/** A `valid` sale (docs/rules/arms-length.md) of a property. */
export interface ValueSale {
  facts: ValuedFacts;
  /** Days since 1970-01-01. */
  day: number;
  logPrice: number;
}

/** True when a property can be valued: a home with living area and coordinates. */
export function hasNeededFacts(facts: ValueFacts): facts is ValuedFacts {
  return (
    VALUED_TYPES.has(facts.property_type) &&
    facts.latitude !== null &&
    facts.longitude !== null &&
    facts.living_square_feet !== null &&
    facts.living_square_feet >= LIVING_AREA_MIN_SQFT &&
    facts.living_square_feet <= LIVING_AREA_MAX_SQFT
  );
}
