import { type Static, Type } from '@sinclair/typebox';
import { Latitude, Longitude, OptionalNullable, type PropertyType } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder, INVALID_INPUT } from '../error-rows.ts';
import { DEADLINE_MS, dataPolicy } from '../policies.ts';
import { areaDeal, FLIP_FIELDS, purchaseMethod, RENTAL_FIELDS } from '../resources/area-deal.ts';
import { ANALYTICS_PROPERTY_TYPES, PropertyTypesFilter, selectedOf } from '../resources/property-filters.ts';
import { RECORDS_HEADERS } from '../rules/records-headers.ts';

export const ANALYTICS_SEARCH_MAX_RESULTS = 100;
export const DEFAULT_FLIPPER_WEIGHT = 0.5;

export const AnalyticsSearchRequest = Type.Object({
  latitude: Latitude,
  longitude: Longitude,
  property_types: PropertyTypesFilter(ANALYTICS_PROPERTY_TYPES),
  flipper_weight: OptionalNullable(Type.Number(), {
    description: 'Target share of flippers: 1 is only flippers, 0 only landlords; values outside 0 to 1 are clamped',
    default: DEFAULT_FLIPPER_WEIGHT,
  }),
});
export type AnalyticsSearchRequest = Static<typeof AnalyticsSearchRequest>;

export const AnalyticsSearchItem = areaDeal(
  {},
  { ...FLIP_FIELDS, flip_purchase_method: purchaseMethod() },
  { ...RENTAL_FIELDS, rental_purchase_method: purchaseMethod() },
);
export type AnalyticsSearchItem = Static<typeof AnalyticsSearchItem>;

export interface AnalyticsSearchCriteria {
  latitude: number;
  longitude: number;
  property_types: PropertyType[];
  /** 0 to 1. */
  flipper_weight: number;
}

/** Applies the defaults to a checked request and clamps the share of flippers. */
export const analyticsSearchCriteria = (body: AnalyticsSearchRequest): AnalyticsSearchCriteria => ({
  latitude: body.latitude,
  longitude: body.longitude,
  property_types: selectedOf(body.property_types, ANALYTICS_PROPERTY_TYPES),
  flipper_weight: Math.min(1, Math.max(0, body.flipper_weight ?? DEFAULT_FLIPPER_WEIGHT)),
});

/** A missing API key is 400 here, and 401 everywhere else. */
const policy = dataPolicy('analytics_search', { counts: 'once_per', thing: 'location' }, DEADLINE_MS.analytics, {
  keyStatus: 400,
  userStatus: 400,
});

export const analyticsSearch = defineEndpoint({
  operation: 'analyticsSearch',
  service: 'analytics',
  audience: 'public',
  method: 'POST',
  path: '/v1/analytics-search',
  aliases: ['/functions/v1/analytics-search'],
  summary: 'Recent flips and rental purchases near a location',
  description:
    'Flips and rental purchases of the last 24 months, closest first, at most 100. The radius is 2 miles and grows to 5 and 10 until it holds 50.' +
    'Addresses have no house numbers or units. Coordinates are offset by 100 to 600 feet, by the same amount for one place each time; distance and order' +
    'follow from the offset point. Prices and dates are exact, so public records can reveal the property.',
  tag: 'Markets',
  request: { body: AnalyticsSearchRequest },
  responses: { 200: Type.Array(AnalyticsSearchItem, { maxItems: ANALYTICS_SEARCH_MAX_RESULTS }) },
  responseHeaders: RECORDS_HEADERS,
  errors: errorsUnder(policy, INVALID_INPUT, { 504: ['TIMEOUT'] }),
  policy,
  example: { latitude: 33.513026, longitude: -112.137713, property_types: ['SFR'], flipper_weight: 0.5 },
});
