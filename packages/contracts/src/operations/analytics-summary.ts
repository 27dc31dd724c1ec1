import { type Static, Type } from '@sinclair/typebox';
import { Latitude, Longitude, OptionalNullable, type PropertyType } from '../common.ts';
import { defineEndpoint } from '../endpoint.ts';
import { errorsUnder, INVALID_INPUT } from '../error-rows.ts';
import { DEADLINE_MS, dataPolicy } from '../policies.ts';
import { ANALYTICS_PROPERTY_TYPES, PropertyTypesFilter, selectedOf } from '../resources/property-filters.ts';
import { RECORDS_HEADERS } from '../rules/records-headers.ts';

export const ANALYTICS_SUMMARY_DEFAULTS = { lookback_months: 24, metrics_radius_mi: 2 } as const;
export const MIN_METRICS_RADIUS_MILES = 0.1;

export const AnalyticsSummaryRequest = Type.Object({
  latitude: Latitude,
  longitude: Longitude,
  property_types: PropertyTypesFilter(ANALYTICS_PROPERTY_TYPES),
  lookback_months: OptionalNullable(Type.Integer({ minimum: 1, maximum: 60 }), {
    description: "Months back from the last day of the county's records",
    default: ANALYTICS_SUMMARY_DEFAULTS.lookback_months,
  }),
  metrics_radius_mi: OptionalNullable(Type.Number({ exclusiveMinimum: 0, maximum: 10 }), {
    description: `Miles that the metrics cover; values below ${MIN_METRICS_RADIUS_MILES} count as ${MIN_METRICS_RADIUS_MILES}`,
    default: ANALYTICS_SUMMARY_DEFAULTS.metrics_radius_mi,
  }),
});
export type AnalyticsSummaryRequest = Static<typeof AnalyticsSummaryRequest>;

const count = (description?: string) => Type.Integer({ minimum: 0, description });
const dollars = () => Type.Integer({ description: 'US dollars' });
const disc = () => Type.Object({ flips: count(), rentals: count() });
/** Values are whole numbers and 0 when nothing qualifies; low and high are the 33rd and 67th percentile. */
const sample = {
  count: count('Transactions with usable price and living area'),
  price_avg: dollars(),
  price_low: dollars(),
  price_high: dollars(),
  ppsft_avg: dollars(),
  ppsft_low: dollars(),
  ppsft_high: dollars(),
};

export const AnalyticsSummary = Type.Object({
  radius_counts: Type.Object(
    { '1mi': disc(), '2mi': disc(), '5mi': disc(), '10mi': disc() },
    { description: 'Cumulative raw counts within each distance, independent of the metrics radius' },
  ),
  flipper_metrics: Type.Object({
    ...sample,
    arv_pct_avg: Type.Integer({ description: 'Mean percent of after-repair value paid' }),
    arv_pct_low: Type.Integer(),
    arv_pct_high: Type.Integer(),
  }),
  landlord_metrics: Type.Object({
    ...sample,
    aggressive_purchase_count: count('Purchases at a high price for the expected rent'),
    moderate_purchase_count: count(),
    conservative_purchase_count: count('Purchases at a low price for the expected rent'),
  }),
});
export type AnalyticsSummary = Static<typeof AnalyticsSummary>;

export interface AnalyticsSummaryCriteria {
  latitude: number;
  longitude: number;
  property_types: PropertyType[];
  lookback_months: number;
  metrics_radius_mi: number;
}

/** Applies the defaults to a checked request and raises a radius below the minimum. */
export const analyticsSummaryCriteria = (body: AnalyticsSummaryRequest): AnalyticsSummaryCriteria => ({
  latitude: body.latitude,
  longitude: body.longitude,
  property_types: selectedOf(body.property_types, ANALYTICS_PROPERTY_TYPES),
  lookback_months: body.lookback_months ?? ANALYTICS_SUMMARY_DEFAULTS.lookback_months,
  metrics_radius_mi: Math.max(
    MIN_METRICS_RADIUS_MILES,
    body.metrics_radius_mi ?? ANALYTICS_SUMMARY_DEFAULTS.metrics_radius_mi,
  ),
});

const policy = dataPolicy('analytics_summary', { counts: 'each_success' }, DEADLINE_MS.analytics, { userStatus: 400 });

export const analyticsSummary = defineEndpoint({
  operation: 'analyticsSummary',
  service: 'analytics',
  audience: 'public',
  method: 'POST',
  path: '/v1/analytics-summary',
  aliases: ['/functions/v1/analytics-summary'],
  summary: 'Market metrics near a location',
  description:
    'Counts of flips and rental purchases within 1, 2, 5 and 10 miles (cumulative), and what flippers and landlords paid within the' +
    'metrics radius. Low and high are the 33rd and 67th percentile, so an average may lie outside. A landlord purchase is aggressive when the price' +
    'for its expected rent is more than 15 % above the local median, and conservative when more than 15 % below. Without a rent it is neither.',
  tag: 'Markets',
  request: { body: AnalyticsSummaryRequest },
  responses: { 200: AnalyticsSummary },
  responseHeaders: RECORDS_HEADERS,
  errors: errorsUnder(policy, INVALID_INPUT, { 504: ['TIMEOUT'] }),
  policy,
  example: { latitude: 33.513026, longitude: -112.137713, lookback_months: 24, metrics_radius_mi: 2 },
});
