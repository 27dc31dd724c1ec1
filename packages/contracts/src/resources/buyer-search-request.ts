import { type Static, Type } from '@sinclair/typebox';
import { type BuyerType, Latitude, Longitude, OptionalNullable, type PropertyType } from '../common.ts';
import type { FieldProblem } from '../errors.ts';
import { boundsInOrder } from '../rules/bounds.ts';
import { type CheckSettings, callbackUrlProblem, webhookSecretProblem } from '../rules/callback-url.ts';
import { addressOrCoordinates, givenAddress } from '../rules/subject-location.ts';
import {
  BUYER_SEARCH_PROPERTY_TYPES,
  BuyerTypesFilter,
  PropertyTypesFilter,
  selectedBuyerTypes,
  selectedOf,
} from './property-filters.ts';

export const BUYER_SEARCH_MAX_RESULTS = 500;
const MAX_PRICE_DOLLARS = Number.MAX_SAFE_INTEGER;

/** The documented default of every field that has one. */
export const BUYER_SEARCH_DEFAULTS = {
  radius_miles: 2,
  lookback_years: 2,
  hide_non_arms_length: true,
  hide_hedge_fund: true,
  hide_no_phone: false,
  create_deal: true,
  async: false,
  results_in_webhook: false,
  explain: false,
  limit: BUYER_SEARCH_MAX_RESULTS,
} as const;

const bedrooms = (description: string) => OptionalNullable(Type.Integer({ minimum: 0, maximum: 100 }), { description });
const bathrooms = (description: string) => OptionalNullable(Type.Number({ minimum: 0, maximum: 100 }), { description });
const price = (description: string) =>
  OptionalNullable(Type.Integer({ minimum: 0, maximum: MAX_PRICE_DOLLARS }), { description });
const flag = (
  field: 'hide_non_arms_length' | 'hide_hedge_fund' | 'hide_no_phone' | 'create_deal' | 'async' | 'results_in_webhook',
  description: string,
) => OptionalNullable(Type.Boolean(), { description, default: BUYER_SEARCH_DEFAULTS[field] });

export const BuyerSearchRequest = Type.Object(
  {
    address: OptionalNullable(Type.String(), {
      description:
        'Full street address as autocomplete returns it. It takes precedence over coordinates, which are used only if it cannot be resolved',
    }),
    latitude: OptionalNullable(Latitude, {
      description: 'Decimal degrees; required with longitude when there is no address',
    }),
    longitude: OptionalNullable(Longitude, {
      description: 'Decimal degrees; required with latitude when there is no address',
    }),
    property_types: PropertyTypesFilter(BUYER_SEARCH_PROPERTY_TYPES),
    flipper_weight: OptionalNullable(Type.Number(), { description: 'Ignored; use buyer_types', deprecated: true }),
    buyer_types: BuyerTypesFilter(),
    radius_miles: OptionalNullable(Type.Number({ exclusiveMinimum: 0, maximum: 10 }), {
      description: 'Miles around the subject',
      default: BUYER_SEARCH_DEFAULTS.radius_miles,
    }),
    lookback_years: OptionalNullable(Type.Number({ exclusiveMinimum: 0, maximum: 5 }), {
      description: "Years back from the last day of the county's records; 0.25 is three months",
      default: BUYER_SEARCH_DEFAULTS.lookback_years,
    }),
    min_bedrooms: bedrooms("Minimum bedrooms of the buyer's property"),
    max_bedrooms: bedrooms("Maximum bedrooms of the buyer's property"),
    min_bathrooms: bathrooms("Minimum bathrooms of the buyer's property"),
    max_bathrooms: bathrooms("Maximum bathrooms of the buyer's property"),
    min_purchase_price: price('Minimum purchase price paid by the buyer in US dollars'),
    max_purchase_price: price('Maximum purchase price paid by the buyer in US dollars'),
    hide_non_arms_length: flag('hide_non_arms_length', 'Leave out off-market purchases'),
    hide_hedge_fund: flag('hide_hedge_fund', 'Leave out large institutional landlords'),
    hide_no_phone: flag('hide_no_phone', 'Leave out buyers with no phone number after skip tracing'),
    create_deal: flag(
      'create_deal',
      'Create the deal for the searched property in your CRM and attach the buyers found; a search by address only',
    ),
    async: flag('async', 'Return 202 with a search_id at once and run in the background'),
    webhook_url: OptionalNullable(Type.String(), {
      description: 'https URL that receives the outcome when the search completes or fails',
    }),
    webhook_secret: OptionalNullable(Type.String(), {
      description: 'Sent in the header x-webhook-secret of webhook calls',
    }),
    results_in_webhook: flag('results_in_webhook', 'Whether the completed webhook includes the results'),
    explain: Type.Optional(
      Type.Union([Type.Boolean(), Type.Null(), Type.Literal('full')], {
        description:
          'true: add contact_status and contact_checked_at to every buyer, and send X-Deal-Id when the search has a deal. full: add explain with ids, match score, evidence and mailing address instead, and send X-Search-Funnel',
        default: BUYER_SEARCH_DEFAULTS.explain,
      }),
    ),
    limit: OptionalNullable(Type.Integer({ minimum: 1, maximum: BUYER_SEARCH_MAX_RESULTS }), {
      description: 'Maximum number of buyers to return; keeps the best ranks',
      default: BUYER_SEARCH_DEFAULTS.limit,
    }),
  },
  { description: 'Send address, or both latitude and longitude' },
);
export type BuyerSearchRequest = Static<typeof BuyerSearchRequest>;

/** The webhook URL and secret must be usable unchanged; null and absent are fine. */
export function usableWebhook(
  { webhook_url, webhook_secret }: BuyerSearchRequest,
  _query: unknown,
  settings: CheckSettings,
): FieldProblem[] {
  const url = typeof webhook_url === 'string' ? callbackUrlProblem(webhook_url, settings) : null;
  const secret = typeof webhook_secret === 'string' ? webhookSecretProblem(webhook_secret) : null;
  return [
    ...(url === null ? [] : [{ field: 'webhook_url', problem: url }]),
    ...(secret === null ? [] : [{ field: 'webhook_secret', problem: secret }]),
  ];
}

export const BUYER_SEARCH_RULES = [
  addressOrCoordinates,
  boundsInOrder([
    ['min_bedrooms', 'max_bedrooms'],
    ['min_bathrooms', 'max_bathrooms'],
    ['min_purchase_price', 'max_purchase_price'],
  ]),
  usableWebhook,
];

/** A complete buyer search with all defaults applied; null means no limit, or not given. */
export interface BuyerSearchCriteria {
  address: string | null;
  latitude: number | null;
  longitude: number | null;
  property_types: PropertyType[];
  buyer_types: BuyerType[];
  radius_miles: number;
  lookback_years: number;
  min_bedrooms: number | null;
  max_bedrooms: number | null;
  min_bathrooms: number | null;
  max_bathrooms: number | null;
  min_purchase_price: number | null;
  max_purchase_price: number | null;
  hide_non_arms_length: boolean;
  hide_hedge_fund: boolean;
  hide_no_phone: boolean;
  create_deal: boolean;
  async: boolean;
  webhook_url: string | null;
  webhook_secret: string | null;
  results_in_webhook: boolean;
  /** Whether the response includes the state of each contact, or all that speaks for each buyer. */
  explain: boolean | 'full';
  /** Maximum number of buyers. */
  limit: number;
}

/** The fields that determine which buyers are found, without those for delivery. */
export type BuyerFilters = Omit<BuyerSearchCriteria, 'async' | 'webhook_url' | 'webhook_secret' | 'results_in_webhook'>;

/**
 * Applies the documented defaults to a checked request. A filter that is omitted, null or empty takes its default,
 * repeated values count once, and half a coordinate pair next to an address is dropped.
 */
export function buyerSearchCriteria(body: BuyerSearchRequest): BuyerSearchCriteria {
  const hasBoth = typeof body.latitude === 'number' && typeof body.longitude === 'number';
  return {
    address: givenAddress(body.address),
    latitude: hasBoth ? (body.latitude ?? null) : null,
    longitude: hasBoth ? (body.longitude ?? null) : null,
    property_types: selectedOf(body.property_types, BUYER_SEARCH_PROPERTY_TYPES),
    buyer_types: selectedBuyerTypes(body.buyer_types),
    radius_miles: body.radius_miles ?? BUYER_SEARCH_DEFAULTS.radius_miles,
    lookback_years: body.lookback_years ?? BUYER_SEARCH_DEFAULTS.lookback_years,
    min_bedrooms: body.min_bedrooms ?? null,
    max_bedrooms: body.max_bedrooms ?? null,
    min_bathrooms: body.min_bathrooms ?? null,
    max_bathrooms: body.max_bathrooms ?? null,
    min_purchase_price: body.min_purchase_price ?? null,
    max_purchase_price: body.max_purchase_price ?? null,
    hide_non_arms_length: body.hide_non_arms_length ?? BUYER_SEARCH_DEFAULTS.hide_non_arms_length,
    hide_hedge_fund: body.hide_hedge_fund ?? BUYER_SEARCH_DEFAULTS.hide_hedge_fund,
    hide_no_phone: body.hide_no_phone ?? BUYER_SEARCH_DEFAULTS.hide_no_phone,
    create_deal: body.create_deal ?? BUYER_SEARCH_DEFAULTS.create_deal,
    async: body.async ?? BUYER_SEARCH_DEFAULTS.async,
    webhook_url: body.webhook_url ?? null,
    webhook_secret: body.webhook_secret ?? null,
    results_in_webhook: body.results_in_webhook ?? BUYER_SEARCH_DEFAULTS.results_in_webhook,
    explain: body.explain ?? BUYER_SEARCH_DEFAULTS.explain,
    limit: body.limit ?? BUYER_SEARCH_DEFAULTS.limit,
  };
}
