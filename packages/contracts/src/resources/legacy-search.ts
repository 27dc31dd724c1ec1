import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { BUYER_TYPES, CalendarDate, Nullable, OptionalNullable, oneOf } from '../common.ts';
import type { FieldProblem } from '../errors.ts';
import { addressTextProblems } from '../rules/address-text.ts';
import { type CheckSettings, callbackUrlProblem } from '../rules/callback-url.ts';
import { USER_ID_MAX_CHARACTERS, userIdProblem } from './account.ts';

export const LEGACY_SEARCH_DEFAULTS = { targetResultCount: 30, flipperWeight: 0.5 } as const;
export const LEGACY_SEARCH_MAX_RESULTS = 500;

export const LegacySearchRequest = Type.Object({
  address: Type.String({ description: 'Property address to find buyers for' }),
  userId: Type.String({
    minLength: 1,
    maxLength: USER_ID_MAX_CHARACTERS,
    description: `Your own label of the user, 1 to ${USER_ID_MAX_CHARACTERS} characters; stored with the search`,
  }),
  notifyUrl: OptionalNullable(Type.String(), { description: 'https URL to notify when the search completes' }),
  targetResultCount: OptionalNullable(Type.Integer({ minimum: 1, maximum: LEGACY_SEARCH_MAX_RESULTS }), {
    description: 'Buyers wanted; fewer may be found',
    default: LEGACY_SEARCH_DEFAULTS.targetResultCount,
  }),
  flipperWeight: OptionalNullable(Type.Number({ minimum: 0, maximum: 1 }), {
    description: '1 only flippers, 0 only landlords',
    default: LEGACY_SEARCH_DEFAULTS.flipperWeight,
  }),
});
export type LegacySearchRequest = Static<typeof LegacySearchRequest>;

/** The address must not be blank, the label must be storable, and the URL must be callable. */
export function usableLegacySearch(
  { address, userId, notifyUrl }: LegacySearchRequest,
  _query: unknown,
  settings: CheckSettings,
): FieldProblem[] {
  const url = typeof notifyUrl !== 'string' ? null : callbackUrlProblem(notifyUrl, settings);
  const user = userIdProblem(userId);
  return [
    ...(address.trim() === ''
      ? [{ field: 'address', problem: 'must not be empty' }]
      : addressTextProblems(address.trim())),
    ...(user === null ? [] : [{ field: 'userId', problem: user }]),
    ...(url === null ? [] : [{ field: 'notifyUrl', problem: url }]),
  ];
}

export interface LegacySearchCriteria {
  address: string;
  userId: string;
  notifyUrl: string | null;
  targetResultCount: number;
  /** Share of flippers, 0 to 1. */
  flipperWeight: number;
}

/** Applies the defaults to a checked request. */
export const legacySearchCriteria = (body: LegacySearchRequest): LegacySearchCriteria => ({
  address: body.address.trim(),
  userId: body.userId,
  notifyUrl: body.notifyUrl ?? null,
  targetResultCount: body.targetResultCount ?? LEGACY_SEARCH_DEFAULTS.targetResultCount,
  flipperWeight: body.flipperWeight ?? LEGACY_SEARCH_DEFAULTS.flipperWeight,
});

const text = () => Nullable(Type.String());
const integer = () => Nullable(Type.Integer());
const float = () => Nullable(Type.Number());
const date = () => Nullable(CalendarDate);
/** Null also for false, because empty and falsy values are null in this API. */
const flag = () => Nullable(Type.Boolean());
const each = <const Key extends string, S extends TSchema>(keys: readonly Key[], schema: () => S): Record<Key, S> =>
  Object.fromEntries(keys.map((key) => [key, schema()])) as Record<Key, S>;

export const LegacyBuyerResult = Type.Object({
  buyer_id: Type.Integer({ description: 'Belongs to the rental or flipped property' }),
  ...each(['buyer_first_name', 'buyer_last_name', 'buyer_address', 'buyer_city', 'buyer_state', 'buyer_zip'], text),
  buyer_type: oneOf(BUYER_TYPES),
  linked_deal_count: integer(),
  ...each(['full_address', 'address', 'city', 'state', 'zip', 'county'], text),
  fips: integer(),
  ...each(['latitude', 'longitude'], float),
  ...each(['subdivision', 'property_use', 'apn', 'land_use', 'flood_zone'], text),
  lot_acres: float(),
  ...each(['year_built', 'living_square_feet', 'bedrooms'], integer),
  bathrooms: float(),
  ...each(['assessed_improvement_value', 'assessed_land_value', 'estimated_equity', 'estimated_value'], float),
  cash_buyer: flag(),
  ...each(['sale_date1', 'sale_date2'], date),
  ...each(['sale_price1', 'sale_price2'], float),
  ...each(['buyer_names1', 'buyer_names2', 'seller_names2', 'transaction_type1', 'transaction_type2'], text),
  ...each(['wireless_1', 'wireless_2', 'wireless_3', 'wireless_4', 'landline_1', 'landline_2'], text),
  ...each(['skiptrace_result_first_name', 'skiptrace_result_last_name', 'email_1', 'email_2', 'email_3'], text),
  smart_match: flag(),
  miles_from_subject: float(),
  smart_match_rank: integer(),
});
export type LegacyBuyerResult = Static<typeof LegacyBuyerResult>;
