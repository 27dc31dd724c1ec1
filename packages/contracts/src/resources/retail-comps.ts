import { type Static, Type } from '@sinclair/typebox';
import { CalendarDate, Nullable, OptionalNullable, oneOf } from '../common.ts';
import { addressGiven } from '../rules/address-text.ts';
import { boundsInOrder } from '../rules/bounds.ts';

export const RETAIL_COMPS_MAX_RESULTS = 10;

/** Initial limits of the search and how far they may grow. A value set by the caller never grows. */
export const RETAIL_COMPS_REACH = {
  radius_miles: 1,
  widest_radius_miles: 3,
  days_back: 180,
  widest_days_back: 365,
} as const;

const bound = (description: string) => OptionalNullable(Type.Number({ minimum: 0 }), { description });

export const RetailCompsRequest = Type.Object({
  address: Type.String({ description: 'Full street address including house number' }),
  max_radius_miles: OptionalNullable(Type.Number({ minimum: 0, maximum: 25 }), {
    description: 'Miles around the subject; 0 is the same parcel or building. Default: 1, growing to 3',
  }),
  max_days_back: OptionalNullable(Type.Number({ minimum: 1, maximum: 1825 }), {
    description: 'Days of sales history. Default: 180, growing to 365',
  }),
  living_square_feet_min: bound('Minimum living area of a comp in square feet'),
  living_square_feet_max: bound('Maximum living area of a comp in square feet'),
  bedrooms_min: bound('Minimum bedrooms of a comp'),
  bedrooms_max: bound('Maximum bedrooms of a comp'),
  bathrooms_min: bound('Minimum bathrooms of a comp'),
  bathrooms_max: bound('Maximum bathrooms of a comp'),
  explain: OptionalNullable(Type.Boolean(), {
    description:
      'true: the response and each comp include an explanation: why it was chosen, and its price adjustments',
    default: false,
  }),
});
export type RetailCompsRequest = Static<typeof RetailCompsRequest>;

export const RETAIL_COMPS_RULES = [
  addressGiven,
  boundsInOrder([
    ['living_square_feet_min', 'living_square_feet_max'],
    ['bedrooms_min', 'bedrooms_max'],
    ['bathrooms_min', 'bathrooms_max'],
  ]),
];

/** A complete comps request with all defaults applied; null means no limit. */
export interface RetailCompsCriteria {
  address: string;
  radius_miles: number;
  widest_radius_miles: number;
  days_back: number;
  widest_days_back: number;
  living_square_feet_min: number | null;
  living_square_feet_max: number | null;
  bedrooms_min: number | null;
  bedrooms_max: number | null;
  bathrooms_min: number | null;
  bathrooms_max: number | null;
  explain: boolean;
}

/** Applies the defaults to a checked request. */
export const retailCompsCriteria = (body: RetailCompsRequest): RetailCompsCriteria => ({
  address: body.address.trim(),
  radius_miles: body.max_radius_miles ?? RETAIL_COMPS_REACH.radius_miles,
  widest_radius_miles: body.max_radius_miles ?? RETAIL_COMPS_REACH.widest_radius_miles,
  days_back: body.max_days_back ?? RETAIL_COMPS_REACH.days_back,
  widest_days_back: body.max_days_back ?? RETAIL_COMPS_REACH.widest_days_back,
  living_square_feet_min: body.living_square_feet_min ?? null,
  living_square_feet_max: body.living_square_feet_max ?? null,
  bedrooms_min: body.bedrooms_min ?? null,
  bedrooms_max: body.bedrooms_max ?? null,
  bathrooms_min: body.bathrooms_min ?? null,
  bathrooms_max: body.bathrooms_max ?? null,
  explain: body.explain ?? false,
});

const text = () => Nullable(Type.String());
const number = (description?: string) => Nullable(Type.Number({ description }));

const place = { address: text(), city: text(), state: text(), zip: text() };
const building = {
  bedrooms: number(),
  bathrooms: number(),
  year_built: number(),
  living_square_feet: number(),
  lot_square_feet: number(),
  property_type: text(),
};
const point = { latitude: number('Decimal degrees'), longitude: number('Decimal degrees') };

export const RetailCompsSubject = Type.Object({
  ...place,
  ...building,
  last_sale_date: Nullable(CalendarDate),
  last_sale_price: number('US dollars'),
  ...point,
  owner_names: Type.Array(Type.String()),
});
export type RetailCompsSubject = Static<typeof RetailCompsSubject>;

const part = (description: string) =>
  Nullable(Type.Number({ minimum: 0, maximum: 1, description }), {
    description: `${description}; null: subject unknown`,
  });

/** Why a comp was chosen, and its price adjusted to today and to the size of the subject; only on request. */
export const RetailCompExplanation = Type.Object({
  similarity: Type.Number({ minimum: 0, maximum: 1, description: 'Weighted mean of the parts' }),
  similarity_parts: Type.Object({
    distance: part('0.5 at a mile'),
    recency: part('0.5 at a year'),
    living_area: part('0 at double or half'),
    bedrooms: part('0 at a difference of 3'),
    bathrooms: part('0 at a difference of 3'),
    year_built: part('0 at a difference of 30 years'),
    lot_size: part('0 at four times or a quarter'),
  }),
  is_flip_resale: Type.Boolean({ description: 'Bought and resold within a year by a flipper' }),
  days_since_sale: Type.Integer({ minimum: 0 }),
  price_per_square_foot: number('US dollars, two decimals'),
  adjustments: Type.Object({
    time: number('US dollars, for the change of local prices since the sale; null when unknown'),
    living_area: number('US dollars, for the difference in living area; null when unknown'),
  }),
  adjusted_price: Type.Number({ description: 'US dollars: the adjusted price' }),
});
export type RetailCompExplanation = Static<typeof RetailCompExplanation>;

export const ARV_FLOOR_REASONS = ['renovated_homes_sold_for_less', 'no_renovated_homes'] as const;

/** Reason why the value after repair equals the current value. */
export const ArvFloor = Type.Object({
  reason: oneOf(ARV_FLOOR_REASONS, {
    description: 'Renovated homes nearby sold for less than the current value, or there are too few of them',
  }),
  renovated_value: number('US dollars: the value that renovated homes suggest; null when there are too few'),
  renovated_comp_count: Type.Integer({ minimum: 0, description: 'Sales behind renovated_value' }),
});
export type ArvFloor = Static<typeof ArvFloor>;

/** Outcome of the search; only on request. */
export const RetailCompsExplanation = Type.Object({
  radius_miles: Type.Number({ description: 'Miles that the search reached after growing' }),
  days_back: Type.Number({ description: 'Days that the search reached back after growing' }),
  as_of_date: CalendarDate,
  annual_price_change_percent: number('Yearly change of local prices per square foot; null when unknown'),
  size_elasticity: number('Percent of price for a percent of living area; null when unknown'),
  arv_floor: Nullable(ArvFloor, { description: 'Why arv.method is as_is_floor; null for every other method' }),
});
export type RetailCompsExplanation = Static<typeof RetailCompsExplanation>;

export const RetailComp = Type.Object({
  ...place,
  distance: Type.Number({ minimum: 0, description: 'Miles from the subject, two decimals' }),
  last_sale_amount: number('US dollars'),
  last_sale_date: Nullable(CalendarDate),
  ...building,
  ...point,
  explanation: Type.Optional(RetailCompExplanation),
});
export type RetailComp = Static<typeof RetailComp>;

/** Current value of the property (docs/rules/values.md). */
export const AutomatedValuation = Type.Object({
  value: Type.Number({ description: 'US dollars' }),
  value_low: Type.Number({ description: 'US dollars' }),
  value_high: Type.Number({ description: 'US dollars' }),
  confidence_score: Type.Number({ minimum: 0, maximum: 100 }),
  fsd: Type.Number({ minimum: 0, description: 'Forecast standard deviation: robust spread of the log errors' }),
  confidence_level: Type.Number({ description: 'Share of sales that the range is designed to contain' }),
  as_of_date: CalendarDate,
  model_version: Type.String(),
});
export type AutomatedValuation = Static<typeof AutomatedValuation>;

/** How an after-repair value was determined, from the best evidence to the weakest. */
export const ARV_METHODS = ['resale', 'flip_resales', 'top_tercile', 'value_ratio', 'as_is_floor'] as const;
export type ArvMethod = (typeof ARV_METHODS)[number];

/** Value of the property once renovated (docs/rules/values.md). */
export const AfterRepairValue = Type.Object({
  value: Type.Number({ description: 'US dollars' }),
  value_low: Type.Number({ description: 'US dollars' }),
  value_high: Type.Number({ description: 'US dollars' }),
  comp_count: Type.Integer({ minimum: 0, description: 'Number of sales it is based on; 0 for as_is_floor' }),
  method: oneOf(ARV_METHODS, {
    description:
      'resale: a flipper resold this home within a year; flip_resales: resales of flips nearby; top_tercile: the most expensive third nearby per square foot; value_ratio: avm times the local ratio of flip resales to values; as_is_floor: avm, because the other methods give less or nothing. More values may follow',
    'x-open-enum': true,
  }),
});
export type AfterRepairValue = Static<typeof AfterRepairValue>;
